// SPDX-License-Identifier: BSL-1.0
// logsumexp<axis>(x): the logarithm of the sum of exp(x) along an axis, whatever the size of x; the
// axis goes.
//
//   m = max x,   d = sum of exp(x_i - m),   out = m + log d
//
// (token, key) -> (token), for "key". The axis is named, or given by position. It is a smooth
// maximum, and what log_softmax(x) takes off x.
//
// Rules: has_axis; floating_point_element.
// Accuracy: the error is below 2 eps times the larger of 1, |m| and |out| for rows of up to 20,000:
// relative to the result it is larger where m and log d cancel.
// Special values: of -inf alone -inf, and +inf with any +inf, in constants too, as in PyTorch. A
// NaN gives NaN at run time and does not compile as a constant.
#pragma once

#include <attn/detail/constant/log_softmax.hpp>
#include <attn/detail/runtime/log_softmax.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <std::size_t At, class T, class... Axes>
ATTN_ABI constexpr auto logsumexp_along(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  tensor_of<T, without_axis<shape<Axes...>, At>> out(uninitialized);
  if (std::is_constant_evaluated()) {
    for (std::size_t row = 0; row < around::rows; ++row) {
      const T* from = x.data() + around::start_of(row);
      out.data()[row] = constant::logsumexp<around::extent, around::inner>(from);
    }
  } else if constexpr (around::inner == 1) {
    runtime::logsumexp<around::extent>(out.data(), x.data(), around::rows);
  } else {
    for (std::size_t row = 0; row < around::rows; ++row) {
      const T* from = x.data() + around::start_of(row);
      out.data()[row] = generic::logsumexp<around::extent, around::inner>(from);
    }
  }
  return out;
}

}  // namespace detail

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto logsumexp(const tensor<T, Axes...>& x) {
  constexpr bool found = rules::has_axis<rules::axes_of<Axes...>, rules::wanted<Axis>>::value;
  constexpr bool fractions = rules::floating_point_element<rules::element<T>>::value;
  static_assert(
      rules::has_axis<rules::in_brief<rules::axes_of<Axes...>>, rules::wanted<Axis>>::value,
      ATTN_MESSAGE("attn::logsumexp<axis>(x): x has no such axis", rules::axes_of<Axes...>));
  static_assert(
      rules::floating_point_element<rules::element<T>>::value,
      "attn::logsumexp<axis>(x): the elements must have fractions; convert: as<double>(x)");
  if constexpr (found && fractions)
    return detail::logsumexp_along<Axis.template position_in<Axes...>()>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
