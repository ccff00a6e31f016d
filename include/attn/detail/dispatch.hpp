// SPDX-License-Identifier: BSL-1.0
// The choice of an instruction set at run time: where ATTN_DISPATCH is defined, the kernels are
// compiled for x86-64-v3 and x86-64-v4 too, and a large call takes those that the processor has.
// The bits are the same, for they do not depend on the instruction set.
//
//   ATTN_DISPATCHED(large, call)   in a kernel of the unit's own instruction set: if `large`, a
//                                  constant, returns the call. In it the namespace `target` is what
//                                  attn::detail is for the processor. Nothing without
//                                  ATTN_DISPATCH, and in the kernels of the other instruction sets
//   level_of_processor()           4 or 3, or 1 for the kernels of the unit's own flags
//
// How: the headers that kernels are made of have guards of their own instead of `#pragma once`, and
// detail/dispatch_target.hpp includes them again, once for each instruction set, in namespaces of
// its own. What they include and has no kernels is shared. x86-64-v2 has no kernels of its own: its
// vectors have 16 bytes too, and its kernels took the same time (docs/instruction_sets.md).
#pragma once

#include <attn/detail/config.hpp>

#if defined(ATTN_DISPATCH) && defined(ATTN_VECTORS) && defined(__x86_64__) && !defined(__AVX512F__)
#define ATTN_DISPATCHES

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <attn/detail/element.hpp>
#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/storage.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// 0 until the first large call. Threads that ask at the same time find the same.
ATTN_ABI inline constinit int known_level = 0;

ATTN_NOINLINE int find_level() noexcept {
  __builtin_cpu_init();
  const int level = __builtin_cpu_supports("x86-64-v4")   ? 4
                    : __builtin_cpu_supports("x86-64-v3") ? 3
                                                          : 1;
  __atomic_store_n(&known_level, level, __ATOMIC_RELAXED);
  return level;
}
ATTN_ABI inline int level_of_processor() noexcept {
  const int level = __atomic_load_n(&known_level, __ATOMIC_RELAXED);
  return level != 0 ? level : find_level();
}

}  // namespace attn::detail
ATTN_STRICT_FP_END

// A header that is being included just now has its guard again below.
#pragma push_macro("ATTN_DETAIL_ISA_HPP")
#pragma push_macro("ATTN_DETAIL_FUSED_MULTIPLY_ADD_HPP")
#pragma push_macro("ATTN_DETAIL_VECTOR_HPP")
#pragma push_macro("ATTN_DETAIL_GENERIC_MATMUL_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_ELEMENTWISE_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_ROW_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_MATMUL_BLOCK_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_MATMUL_SMALL_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_TRANSPOSE_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_MATMUL_HPP")
#pragma push_macro("ATTN_DETAIL_INFINITY_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_REDUCE_HPP")
#pragma push_macro("ATTN_MATH_MAX_HPP")
#pragma push_macro("ATTN_MATH_DETAIL_POLYNOMIAL_HPP")
#pragma push_macro("ATTN_MATH_EXP_HPP")
#pragma push_macro("ATTN_MATH_LOG_HPP")
#pragma push_macro("ATTN_MATH_ROUNDED_HPP")
#pragma push_macro("ATTN_DETAIL_GENERIC_SOFTMAX_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_SOFTMAX_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_ATTENTION_PANEL_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_ATTENTION_HPP")
#pragma push_macro("ATTN_MATH_SQRT_HPP")
#pragma push_macro("ATTN_DETAIL_GENERIC_NORM_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_NORM_HPP")
#pragma push_macro("ATTN_MATH_SIGMOID_HPP")
#pragma push_macro("ATTN_MATH_TANH_HPP")
#pragma push_macro("ATTN_DETAIL_RUNTIME_GATES_HPP")
#pragma push_macro("ATTN_MATH_ERF_HPP")
#pragma push_macro("ATTN_MATH_POW_HPP")
#pragma push_macro("ATTN_MATH_SIN_HPP")
#pragma push_macro("ATTN_MATH_DETAIL_EXP_AND_TANH_HPP")
#pragma push_macro("ATTN_MATH_DETAIL_FUNCTION_OBJECTS_HPP")
#pragma push_macro("ATTN_FUNCTION_OF_A_SCALAR")

#define ATTN_DISPATCHED(...)
#undef ATTN_FUNCTION_OF_A_SCALAR
#define ATTN_FUNCTION_OF_A_SCALAR(...)

#if !defined(__AVX2__)
#define ATTN_TARGET 3
#include <attn/detail/dispatch_target.hpp>
#undef ATTN_TARGET
#endif
#define ATTN_TARGET 4
#include <attn/detail/dispatch_target.hpp>
#undef ATTN_TARGET

#pragma pop_macro("ATTN_DETAIL_ISA_HPP")
#pragma pop_macro("ATTN_DETAIL_FUSED_MULTIPLY_ADD_HPP")
#pragma pop_macro("ATTN_DETAIL_VECTOR_HPP")
#pragma pop_macro("ATTN_DETAIL_GENERIC_MATMUL_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_ELEMENTWISE_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_ROW_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_MATMUL_BLOCK_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_MATMUL_SMALL_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_TRANSPOSE_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_MATMUL_HPP")
#pragma pop_macro("ATTN_DETAIL_INFINITY_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_REDUCE_HPP")
#pragma pop_macro("ATTN_MATH_MAX_HPP")
#pragma pop_macro("ATTN_MATH_DETAIL_POLYNOMIAL_HPP")
#pragma pop_macro("ATTN_MATH_EXP_HPP")
#pragma pop_macro("ATTN_MATH_LOG_HPP")
#pragma pop_macro("ATTN_MATH_ROUNDED_HPP")
#pragma pop_macro("ATTN_DETAIL_GENERIC_SOFTMAX_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_SOFTMAX_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_ATTENTION_PANEL_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_ATTENTION_HPP")
#pragma pop_macro("ATTN_MATH_SQRT_HPP")
#pragma pop_macro("ATTN_DETAIL_GENERIC_NORM_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_NORM_HPP")
#pragma pop_macro("ATTN_MATH_SIGMOID_HPP")
#pragma pop_macro("ATTN_MATH_TANH_HPP")
#pragma pop_macro("ATTN_DETAIL_RUNTIME_GATES_HPP")
#pragma pop_macro("ATTN_MATH_ERF_HPP")
#pragma pop_macro("ATTN_MATH_POW_HPP")
#pragma pop_macro("ATTN_MATH_SIN_HPP")
#pragma pop_macro("ATTN_MATH_DETAIL_EXP_AND_TANH_HPP")
#pragma pop_macro("ATTN_MATH_DETAIL_FUNCTION_OBJECTS_HPP")
#pragma pop_macro("ATTN_FUNCTION_OF_A_SCALAR")
#undef ATTN_DISPATCHED

#if defined(__AVX2__)
#define ATTN_DISPATCHED_TO_V3(...)
#else
#define ATTN_DISPATCHED_TO_V3(...)               \
  if (level_of_call == 3) {                      \
    namespace target = ::attn_x86_64_v3::detail; \
    return __VA_ARGS__;                          \
  }
#endif
#define ATTN_DISPATCHED(large, ...)                                 \
  if constexpr (large) {                                            \
    const int level_of_call = ::attn::detail::level_of_processor(); \
    if (level_of_call == 4) {                                       \
      namespace target = ::attn_x86_64_v4::detail;                  \
      return __VA_ARGS__;                                           \
    }                                                               \
    ATTN_DISPATCHED_TO_V3(__VA_ARGS__)                              \
  }

#else
#define ATTN_DISPATCHED(...)
#endif
