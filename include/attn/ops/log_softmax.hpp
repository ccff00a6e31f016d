// SPDX-License-Identifier: BSL-1.0
// log_softmax<axis>(x): the logarithm of softmax<axis>(x), finite where weights underflow to 0.
//
//   m = max x,   d = sum of exp(x_i - m),   y_i = (x_i - m) - log d
//
// (token, word) -> (token, word), for each row along the axis. The axis is named, or given by
// position; log_softmax(x) takes the last one.
//
// log(softmax(x)) is -inf where a weight is too small for the element type; this is finite there,
// and its errors are small where a weight is near 1.
//
// Rules: has_axis; floating_point_element.
// Accuracy: the error is below 2 eps times the larger of 1 and |y| for rows of up to 20,000:
// nothing cancels, since no term is positive.
// Special values: finite scores of any size are safe; an entry of -inf remains -inf. A row that
// contains NaN or +inf, or only -inf, is NaN at run time and does not compile as a constant.
// Cost: cost::log_softmax<X, axis>(): of a row of n, n - 1 comparisons, 4 n - 1 additions, since
// each difference is computed twice, n exponentials, 1 logarithm.
#pragma once

#include <attn/detail/constant/log_softmax.hpp>
#include <attn/detail/runtime/log_softmax.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class Around, class T>
ATTN_ABI constexpr void write_log_softmax_of(T* out, const T* x) {
  if (std::is_constant_evaluated()) {
    for (std::size_t row = 0; row < Around::rows; ++row) {
      const std::size_t at = Around::start_of(row);
      constant::log_softmax<Around::extent, Around::inner>(out + at, x + at);
    }
  } else if constexpr (Around::inner == 1) {
    runtime::log_softmax<Around::extent>(out, x, Around::rows);
  } else {
    for (std::size_t row = 0; row < Around::rows; ++row) {
      const std::size_t at = Around::start_of(row);
      generic::log_softmax<Around::extent, Around::inner>(out + at, x + at);
    }
  }
}
template <std::size_t At, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> log_softmax_along(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  tensor<T, Axes...> out(uninitialized);
  if constexpr (is_recorded<T>)
    if (backward_rule<of_log_softmax, T>::template record<around>(out, x)) return out;
  write_log_softmax_of<around>(out.data(), x.data());
  return out;
}

}  // namespace detail

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto log_softmax(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::log_softmax<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::log_softmax<axis>(x)");
  if constexpr (call::holds)
    return detail::log_softmax_along<call::position>(x);
  else
    return x;
}

namespace cost {
template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count log_softmax() {
  using row = detail::along<X, Axis, decltype(attn::log_softmax<Axis>(detail::some<X>()))>;
  return row::rows * (detail::total_of_exp(row::size) +
                      operation_count{.additions = 2 * row::size, .logarithms = 1});
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
