// SPDX-License-Identifier: BSL-1.0
// softmax<axis>(x): positive numbers proportional to exp(x) that sum to 1 along the axis.
//
//   m = max x,   e_i = exp(x_i - m),   d = sum of e,   y_i = e_i * (1 / d)
//
// (token, key) -> (token, key), for each row along the axis. The axis is named, softmax<"key">, or
// given by position, softmax<0>; softmax(x) takes the last one.
//
// softmax_into<axis>(out, x) writes to an existing tensor, which may be x.
//
// Rules: has_axis; floating_point_element; same_axes and same_element, for out.
// Accuracy: a few ulp: the error of exp, that of a sum with 16 partial sums, and two roundings.
// Rows sum to 1 within this error, rarely exactly.
// Special values: finite scores of any size are safe, because m is subtracted first; a score of
// -inf has weight +0. A row that contains NaN or +inf, or only -inf, is NaN at run time and does
// not compile as a constant.
// Cost: cost::softmax<X, axis>(): of a row of n, n - 1 comparisons, 2 n - 1 additions, n
// exponentials, 1 division, n multiplications. softmax_naive: n exponentials, n - 1 additions, n
// divisions.
#pragma once

#include <type_traits>

#include <attn/detail/constant/softmax.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/runtime/softmax.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/cost.hpp>
#include <attn/ops/detail/exp.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void softmax_naive_overflowed_take_softmax_instead() {}

namespace detail {

// `out` may be x: every evaluator has read an element before it writes there.
template <class Around, class T>
ATTN_ABI constexpr void write_softmax_of(T* out, const T* x) {
  if constexpr (weighs_rows_together<T>) {
    row_bounds<T>::template softmaxes<Around::extent, Around::inner>(out, x, Around::rows);
  } else if (std::is_constant_evaluated()) {
    if constexpr (constant::has_rows<T>)
      return constant::softmaxes_in_rows<Around::extent, Around::inner>(out, x, Around::rows);
    for (std::size_t row = 0; row < Around::rows; ++row) {
      const std::size_t at = Around::start_of(row);
      constant::softmax<Around::extent, Around::inner>(out + at, x + at);
    }
  } else if constexpr (Around::inner == 1) {
    runtime::softmax<Around::rows, Around::extent>(out, x);
  } else {
    for (std::size_t row = 0; row < Around::rows; ++row) {
      const std::size_t at = Around::start_of(row);
      generic::softmax<Around::extent, Around::inner>(out + at, x + at);
    }
  }
}
template <std::size_t At, class T, class... Out, class... Axes>
ATTN_ABI constexpr void write_softmax(tensor<T, Out...>& out, const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  if constexpr (is_recorded<T>)
    if (backward_rule<of_softmax, T>::template record<around>(out, x)) return;
  write_softmax_of<around>(out.data(), x.data());
}

template <std::size_t At, class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> softmax_along(const tensor<T, Axes...>& x) {
  using around = around_axis<shape<Axes...>, At>;
  tensor<T, Axes...> out(uninitialized);
  if constexpr (is_recorded<T>)
    if (backward_rule<of_softmax, T>::template record<around>(out, x)) return out;
  write_softmax_of<around>(out.data(), x.data());
  return out;
}

}  // namespace detail

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto softmax(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::softmax<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::softmax<axis>(x)");
  if constexpr (call::holds)
    return detail::softmax_along<call::position>(x);
  else
    return x;
}

// softmax into an existing tensor with the axes of x: for results that are too large for the
// stack, or written repeatedly. `out` may be x itself; otherwise they must not overlap.
template <axis_selector Axis = -1, class U, class T, class... Out, class... Axes>
ATTN_ABI constexpr void softmax_into(tensor<U, Out...>& out, const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  using into = rules::out_call<tensor<U, Out...>, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::softmax_into<axis>(out, x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::softmax_into<axis>(out, x)");
  ATTN_REQUIRE_OUT(into, "attn::softmax_into<axis>(out, x)");
  if constexpr (call::holds && into::holds) detail::write_softmax<call::position>(out, x);
}

// The formula of the textbooks, exp(x) / sum of exp(x), for teaching: it overflows for scores from
// 89 in float and 710 in double; then the row is NaN at run time and does not compile as a
// constant.
template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto softmax_naive(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::softmax_naive<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::softmax_naive<axis>(x)");
  if constexpr (call::holds) {
    const auto e = attn::exp(x);
    const auto d = sum<Axis>(e);
    if constexpr (std::is_floating_point_v<T>) {
      if (std::is_constant_evaluated())
        for (const T total : d)
          if (!(total > T(0) && total <= detail::limits<T>::max))
            softmax_naive_overflowed_take_softmax_instead();
    }
    constexpr std::size_t at = call::position;
    return divide(e, expand<axis_at<shape<Axes...>, at>, static_cast<int>(at)>(d));
  } else {
    return x;
  }
}

namespace cost {
namespace detail {
// A row of n.
ATTN_ABI constexpr operation_count softmax_of(std::size_t n) {
  return total_of_exp(n) + operation_count{.multiplications = n, .divisions = 1};
}
}  // namespace detail

template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count softmax() {
  using row = detail::along<X, Axis, decltype(attn::softmax<Axis>(detail::some<X>()))>;
  return row::rows * detail::softmax_of(row::size);
}
template <class X, axis_selector Axis = -1>
ATTN_ABI constexpr operation_count softmax_naive() {
  using quotients = decltype(attn::softmax_naive<Axis>(detail::some<X>()));
  return exp<X>() + sum<X, Axis>() + divide<quotients>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
