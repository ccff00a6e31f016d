// SPDX-License-Identifier: BSL-1.0
// The kernels for x86-64-v{ATTN_TARGET}, in namespace attn_x86_64_v{ATTN_TARGET}: `attn` is that
// name here. Included by detail/dispatch.hpp, once for each instruction set.
//
// Compilers give no macros to a target that a pragma chooses (__AVX512F__ and so on): what depends
// on the instruction set asks detail/isa.hpp.

#if defined(ATTN_TARGET)
#undef ATTN_DETAIL_ISA_HPP
#undef ATTN_DETAIL_FUSED_MULTIPLY_ADD_HPP
#undef ATTN_DETAIL_VECTOR_HPP
#undef ATTN_DETAIL_GENERIC_MATMUL_HPP
#undef ATTN_DETAIL_RUNTIME_ELEMENTWISE_HPP
#undef ATTN_DETAIL_RUNTIME_ROW_HPP
#undef ATTN_DETAIL_RUNTIME_MATMUL_BLOCK_HPP
#undef ATTN_DETAIL_RUNTIME_MATMUL_SMALL_HPP
#undef ATTN_DETAIL_RUNTIME_TRANSPOSE_HPP
#undef ATTN_DETAIL_RUNTIME_MATMUL_HPP
#undef ATTN_DETAIL_INFINITY_HPP
#undef ATTN_DETAIL_RUNTIME_REDUCE_HPP
#undef ATTN_MATH_MAX_HPP
#undef ATTN_MATH_DETAIL_POLYNOMIAL_HPP
#undef ATTN_MATH_EXP_HPP
#undef ATTN_MATH_LOG_HPP
#undef ATTN_MATH_ROUNDED_HPP
#undef ATTN_DETAIL_GENERIC_SOFTMAX_HPP
#undef ATTN_DETAIL_RUNTIME_SOFTMAX_HPP
#undef ATTN_DETAIL_RUNTIME_ATTENTION_PANEL_HPP
#undef ATTN_DETAIL_RUNTIME_ATTENTION_HPP
#undef ATTN_MATH_SQRT_HPP
#undef ATTN_DETAIL_GENERIC_NORM_HPP
#undef ATTN_DETAIL_RUNTIME_NORM_HPP
#undef ATTN_MATH_SIGMOID_HPP
#undef ATTN_MATH_TANH_HPP
#undef ATTN_DETAIL_RUNTIME_GATES_HPP
#undef ATTN_MATH_ERF_HPP
#undef ATTN_MATH_POW_HPP
#undef ATTN_MATH_SIN_HPP
#undef ATTN_MATH_DETAIL_EXP_AND_TANH_HPP
#undef ATTN_MATH_DETAIL_FUNCTION_OBJECTS_HPP

#if ATTN_TARGET == 3
#define ATTN_TARGET_NAMESPACE attn_x86_64_v3
#else
#define ATTN_TARGET_NAMESPACE attn_x86_64_v4
#endif

// What is shared.
namespace ATTN_TARGET_NAMESPACE {
namespace rules = attn::rules;
namespace detail {
using namespace attn::detail;
namespace own = attn::detail::own;
namespace generic {
using namespace attn::detail::generic;
}
}  // namespace detail
namespace math::detail {
using namespace attn::math::detail;
}
}  // namespace ATTN_TARGET_NAMESPACE

#define attn ATTN_TARGET_NAMESPACE

// GCC: the pointer that a lambda converts to has no target. Nobody calls it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

// clang-format off
#if !defined(__clang__)
#pragma GCC push_options
#if ATTN_TARGET == 3
#pragma GCC target("avx2,fma,f16c,bmi,bmi2,lzcnt,movbe,popcnt")
#else
#pragma GCC target("avx512f,avx512cd,avx512bw,avx512dq,avx512vl", \
                   "avx2,fma,f16c,bmi,bmi2,lzcnt,movbe,popcnt")
#endif
#elif ATTN_TARGET == 3
#pragma clang attribute push( \
    __attribute__((target("avx2,fma,f16c,bmi,bmi2,lzcnt,movbe,popcnt"))), apply_to = function)
#else
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512cd,avx512bw,avx512dq,avx512vl," \
                          "avx2,fma,f16c,bmi,bmi2,lzcnt,movbe,popcnt"))), apply_to = function)
#endif
// clang-format on

#include <attn/detail/runtime/attention.hpp>
#include <attn/detail/runtime/gates.hpp>
#include <attn/detail/runtime/norm.hpp>
#include <attn/math/detail/function_objects.hpp>

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#pragma GCC diagnostic pop

#undef attn
#undef ATTN_TARGET_NAMESPACE
#endif
