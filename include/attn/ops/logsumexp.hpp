// SPDX-License-Identifier: BSL-1.0
// logsumexp<axis>(x): the logarithm of the sum of exp(x) along an axis, which is removed.
//
//   m = max x,   d = sum of exp(x_i - m),   out = m + log d
//
// (token, key) -> (token), for "key". The axis is named, or given by position. It is a smooth
// maximum, and is what log_softmax(x) subtracts from x.
//
// Rules: has_axis; floating_point_element.
// Accuracy: the error is below 2 eps times the larger of 1, |m| and |out| for rows of up to 20,000:
// relative to the result it is larger where m and log d cancel.
// Special values: -inf for a row of -inf, +inf for a row with +inf, also in constants, as in
// PyTorch. NaN gives NaN at run time and does not compile as a constant.
// Cost: cost::logsumexp<X, axis>(): of a row of n, n - 1 comparisons, 2 n additions, n
// exponentials, 1 logarithm.
#pragma once

#include <attn/detail/constant/log_softmax.hpp>
#include <attn/detail/runtime/log_softmax.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Result, std::size_t At, class T, class... Axes>
ATTN_ABI constexpr Result logsumexp_along(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  Result out(uninitialized);
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
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::logsumexp<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::logsumexp<axis>(x)");
  if constexpr (call::holds)
    return detail::logsumexp_along<typename call::reduced, call::position>(x);
  else
    return x;
}

namespace cost {
template <class X, axis_selector Axis>
ATTN_ABI constexpr operation_count logsumexp() {
  using row = detail::along<X, Axis, decltype(attn::logsumexp<Axis>(detail::some<X>()))>;
  return row::rows *
         (detail::total_of_exp(row::size) + operation_count{.additions = 1, .logarithms = 1});
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
