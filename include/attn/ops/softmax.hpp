// SPDX-License-Identifier: BSL-1.0
// softmax<axis>(x), positive numbers proportional to exp(x) that sum to 1, its logarithm, and
// sparsemax<axis>(x), of which small ones are 0.
#pragma once

#include <type_traits>

#include <attn/detail/constant/softmax.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/runtime/softmax.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/detail/elementary.hpp>
#include <attn/ops/detail/operation.hpp>
#include <attn/ops/rearranging.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// softmax<axis>(x): positive numbers proportional to exp(x) that sum to 1 along the axis.
//
//   m = max x,   e_i = exp(x_i - m),   d = sum of e,   y_i = e_i * (1 / d)
//
// (token, key) -> (token, key), for each row along the axis. The axis is named, softmax<"key">, or
// given by position, softmax<0>. softmax(x) takes the last one.
//
// softmax_into<axis>(out, x) writes to an existing tensor, which may be x.
//
// Rules: has_axis; floating_point_element; same_axes and same_element, for out.
// Accuracy: a few ulp: the error of exp, the error of a sum with 16 partial sums, and two
// roundings.
// Rows sum to 1 within this error, rarely exactly.
// Special values: finite scores of any size are safe, because m is subtracted first. A score of
// -inf has weight +0. A row that contains NaN or +inf, or only -inf, is NaN at run time and does
// not compile as a constant.
// Cost: cost::softmax<X, axis>(): of a row of n, n - 1 comparisons, 2 n - 1 additions, n
// exponentials, 1 division, n multiplications. softmax_naive: n exponentials, n - 1 additions, n
// divisions.

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void softmax_naive_overflowed_take_softmax_instead() {}

namespace detail {

// The cost of a row of n.
ATTN_ABI constexpr operation_count cost_of_softmax(std::size_t n) {
  return total_of_exp(n) + operation_count{.multiplications = n, .divisions = 1};
}

// `out` may be x: every evaluator has read an element before it writes there.
template <class Around>
struct softmax_of {
  ATTN_ABI static constexpr operation_count cost() {
    return Around::rows * cost_of_softmax(Around::extent);
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
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
};
template <class X, std::size_t At>
using softmax_for = softmax_of<around_axis<typename X::shape_type, At>>;

}  // namespace detail

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto softmax(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::softmax<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::softmax<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::softmax_for<tensor<T, Axes...>, call::position>,
                        tensor<T, Axes...>>(x);
  else
    return x;
}

// softmax into an existing tensor with the axes of x: for results that are too large for the
// stack, or written repeatedly. `out` may be x itself. Otherwise they must not overlap.
template <axis_selector Axis = -1, class U, class T, class... Out, class... Axes>
ATTN_ABI constexpr void softmax_into(tensor<U, Out...>& out, const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  using into = rules::out_call<tensor<U, Out...>, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::softmax_into<axis>(out, x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::softmax_into<axis>(out, x)");
  ATTN_REQUIRE_OUT(into, "attn::softmax_into<axis>(out, x)");
  if constexpr (call::all::value && into::all::value)
    detail::evaluate<detail::softmax_for<tensor<T, Axes...>, call::position>>(out, x);
}

// The formula of the textbooks, exp(x) / sum of exp(x), for teaching: it overflows for scores from
// 89 in float and 710 in double. Then the row is NaN at run time and does not compile as a
// constant.
template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto softmax_naive(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::softmax_naive<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::softmax_naive<axis>(x)");
  if constexpr (call::all::value) {
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

ATTN_AXIS_FORMS(softmax)
ATTN_AXIS_FORMS(softmax_naive)
ATTN_COST_ALONG(softmax, = -1)
ATTN_COST_ALONG(softmax_naive, = -1)

// log_softmax<axis>(x): the logarithm of softmax<axis>(x), finite where weights underflow to 0.
//
//   m = max x,   d = sum of exp(x_i - m),   y_i = (x_i - m) - log d
//
// (token, word) -> (token, word), for each row along the axis. The axis is named, or given by
// position. log_softmax(x) takes the last one.
//
// log(softmax(x)) is -inf where a weight is too small for the element type. This is finite there,
// and its errors are small where a weight is near 1.
//
// Rules: has_axis; floating_point_element.
// Accuracy: the error is below 2 eps times the larger of 1 and |y| for rows of up to 20,000:
// nothing cancels, since no term is positive.
// Special values: finite scores of any size are safe. An entry of -inf remains -inf. A row that
// contains NaN or +inf, or only -inf, is NaN at run time and does not compile as a constant.
// Cost: cost::log_softmax<X, axis>(): of a row of n, n - 1 comparisons, 4 n - 1 additions, since
// each difference is computed twice, n exponentials, 1 logarithm.

namespace detail {

template <class Around>
struct log_softmax_of {
  ATTN_ABI static constexpr operation_count cost() {
    return Around::rows * (total_of_exp(Around::extent) +
                           operation_count{.additions = 2 * Around::extent, .logarithms = 1});
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
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
};
template <class X, std::size_t At>
using log_softmax_for = log_softmax_of<around_axis<typename X::shape_type, At>>;

}  // namespace detail

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto log_softmax(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::log_softmax<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::log_softmax<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::log_softmax_for<tensor<T, Axes...>, call::position>,
                        tensor<T, Axes...>>(x);
  else
    return x;
}

ATTN_AXIS_FORMS(log_softmax)
ATTN_COST_ALONG(log_softmax, = -1)

// sparsemax<axis>(x): the weights that are nearest to x, and sum to 1. Small ones are 0.
//
//   z_i = x_i - max x,   z_(1) >= z_(2) >= …,   t = max over k of (z_(1) + … + z_(k) - 1) / k
//   y_i = max(z_i - t, 0)
//
// (token, key) -> (token, key), for each row along the axis. The axis is named, or given by
// position. sparsemax(x) takes the last one. Martins and Astudillo, 2016.
//
// Rules: has_axis; floating_point_element.
// Accuracy: sums in the order of the sorted row. An error of a few ulp of 1, because every z that
// counts is above -1. Rows sum to 1 within this error.
// Special values: finite scores of any size are safe. A score of -inf has weight +0. A row that
// contains NaN or +inf, or only -inf, is NaN at run time and does not compile as a constant.
// Cost: cost::sparsemax<X, axis>(): of a row of n, n (n - 1) comparisons to sort it, 2 n - 1 more,
// 5 n - 1 additions and n - 1 divisions.

namespace detail {

// Sorted by exchanges, because elements are not compared. `out` may be x.
template <class Around>
struct sparsemax_of {
  static constexpr std::size_t n = Around::extent;
  ATTN_ABI static constexpr operation_count cost() {
    return Around::rows * operation_count{.additions = 5 * n - 1,
                                          .divisions = n - 1,
                                          .comparisons = n * (n - 1) + 2 * n - 1};
  }
  template <class T>
  ATTN_ABI static constexpr void write(T* out, const T* x) {
    using math::max, math::min;
    constexpr std::size_t next = Around::inner;
    for (std::size_t row = 0; row < Around::rows; ++row) {
      const T* const from = x + Around::start_of(row);
      T* const to = out + Around::start_of(row);
      T sorted[n]{};
      for (std::size_t i = 0; i < n; ++i) {
        sorted[i] = from[i * next];
        for (std::size_t k = i; k > 0; --k) {
          const T larger = max ATTN_NOT_A_MACRO(sorted[k - 1], sorted[k]);
          sorted[k] = min ATTN_NOT_A_MACRO(sorted[k - 1], sorted[k]), sorted[k - 1] = larger;
        }
      }
      const T m = sorted[0];
      T sum = m - m, threshold = sum - T(1);
      for (std::size_t k = 1; k < n; ++k) {
        sum = sum + (sorted[k] - m);
        threshold = max ATTN_NOT_A_MACRO(threshold, T((sum - T(1)) / T(static_cast<int>(k) + 1)));
      }
      for (std::size_t i = 0; i < n; ++i)
        to[i * next] = max ATTN_NOT_A_MACRO(T((from[i * next] - m) - threshold), T(0));
    }
  }
};
template <class X, std::size_t At>
using sparsemax_for = sparsemax_of<around_axis<typename X::shape_type, At>>;

}  // namespace detail

template <axis_selector Axis = -1, class T, class... Axes>
ATTN_ABI constexpr auto sparsemax(const tensor<T, Axes...>& x) {
  using call = rules::floating_axis_call<Axis, tensor<T, Axes...>>;
  ATTN_REQUIRE_AXIS(call, "attn::sparsemax<axis>(x)");
  ATTN_REQUIRE_FLOATING_POINT(call, "attn::sparsemax<axis>(x)");
  if constexpr (call::all::value)
    return detail::made<detail::sparsemax_for<tensor<T, Axes...>, call::position>,
                        tensor<T, Axes...>>(x);
  else
    return x;
}

ATTN_AXIS_FORMS(sparsemax)
ATTN_COST_ALONG(sparsemax, = -1)

}  // namespace attn
ATTN_STRICT_FP_END
