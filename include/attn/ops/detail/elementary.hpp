// SPDX-License-Identifier: BSL-1.0
// What the functions of ops/elementary.hpp share, and two that other operations use: exp and tanh.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/constant/elementwise.hpp>
#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/softmax.hpp>
#include <attn/math/detail/exp_and_tanh.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// F of every one of N elements.
template <class F, std::size_t N>
struct each_of : element_by_element<F> {
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    if (std::is_constant_evaluated())
      constant::elementwise<N>(out, F{}, x);
    else if constexpr (std::is_same_v<F, exp_of> && kernel_scalar<T>)
      runtime::exp<N>(out, x);
    else if constexpr (has_lanes<F>)
      runtime::each_element<N>(out, F{}, x);
    else
      generic::elementwise<N>(out, F{}, x);
  }
};

}  // namespace detail

// The function of tensors, of a function of one element.
#define ATTN_ELEMENTARY(function) \
  ATTN_OF_EVERY_ELEMENT(function) \
  ATTN_COST(function)

ATTN_ELEMENTARY(exp)
ATTN_ELEMENTARY(tanh)

}  // namespace attn
ATTN_STRICT_FP_END
