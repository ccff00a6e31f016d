// SPDX-License-Identifier: BSL-1.0
// is_stochastic<axis>: whether the elements along an axis are weights: not negative, with the sum
// 1.
//
//   is_stochastic<"key">(w)           of numbers: the sums differ from 1 by at most n * epsilon
//   is_stochastic<"key">(f, box…)     of f(x…), for all x… within their bounds
//
//   static_assert(check<is_stochastic<"key">(f, between<tensor<double, token, key>>(-9, 9))>);
//
// (axes) -> weights_report<T, the axes without `axis`>, which converts to bool explicitly.
//
// Method, for a function: its result has no negative lower bound, with intervals as elements
// (interval.hpp), which includes rounding and shows that it is not NaN; and the formula of each sum
// is 1 (exact_arithmetic.hpp). The sum of the rounded weights differs from 1 by rounding errors
// alone. f is a function of x… alone and generic in the element type; a trained layer is converted
// in f, with as<typename X::value_type>(layer).
//
// True is a proof, up to collisions of hashes. False means that the bounds are too loose to prove
// it, or that the formulas differ.
// Rules: has_axis; float_or_double; has_bounds, for box…; same_axes.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/scalars/bounds.hpp>
#include <attn/scalars/detail/require.hpp>
#include <attn/scalars/exact_arithmetic.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>
#include <attn/tensor/check.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

enum class weights_mistake : unsigned char { none, negative, sum, formula };

// What is_stochastic has found: the first row that does not consist of weights.
template <class T, class... Axes>
struct weights_report {
  using shape_type = shape<Axes...>;
  weights_mistake mistake = weights_mistake::none;
  std::size_t at = 0;  // the number of the row, row-major
  T found{};           // its least element, or its sum

  ATTN_ABI constexpr explicit operator bool() const { return mistake == weights_mistake::none; }

  ATTN_ABI constexpr rules::composed_text axis_text(std::size_t position) const {
    return detail::index_text<Axes...>(at, position);
  }
  // "attn::check: at (token 1): the sum is 0.9, not 1"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (*this) return text.add("attn::check: as expected");
    detail::add_indices<Axes...>(text.add("attn::check: "), at);
    return text.add(part(sizeof...(Axes))).add(", ").add(part(sizeof...(Axes) + 1));
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t parts = sizeof...(Axes) + 2;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    if (i < sizeof...(Axes)) return axis_text(i);
    rules::composed_text text;
    const bool least = mistake == weights_mistake::negative;
    if (i > sizeof...(Axes)) return text.add(least ? "not 0 or more" : "not 1");
    if (mistake == weights_mistake::formula) return text.add("the formula of the sum");
    return detail::number_text(least ? "the least is" : "the sum is", found);
  }
};

namespace detail {

template <class T, class Shape>
struct weights_report_of;
template <class T, class... Axes>
struct weights_report_of<T, shape<Axes...>> {
  using type = weights_report<T, Axes...>;
};
template <class T, axis_selector Axis, class Y>
using weights_report_for =
    typename weights_report_of<T, typename rules::axis_call<Axis, Y>::reduced::shape_type>::type;

template <axis_selector Axis, class Y, class F>
ATTN_ABI constexpr void for_each_row(const Y& y, const F& f) {
  using around = around_axis<typename Y::shape_type, rules::axis_call<Axis, Y>::position>;
  for (std::size_t o = 0; o < around::outer; ++o)
    for (std::size_t i = 0; i < around::inner; ++i)
      f(o * around::inner + i, [&](std::size_t n) -> const auto& {
        return y.data()[(o * around::extent + n) * around::inner + i];
      });
}

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto as_weights(const tensor<T, Axes...>& w) {
  constexpr std::size_t n =
      shape<Axes...>::extents[rules::axis_call<Axis, tensor<T, Axes...>>::position];
  const T tolerance = T(n) * attn::detail::limits<T>::epsilon;
  weights_report_for<T, Axis, tensor<T, Axes...>> report;
  for_each_row<Axis>(w, [&](std::size_t at, const auto& element) {
    if (!report) return;
    // A NaN is the least, and is not added: with a NaN operand Clang has no constant.
    T sum = 0, least = element(0);
    for (std::size_t i = 1; i < n; ++i)
      if (!(element(i) >= least)) least = element(i);
    for (std::size_t i = 0; i < n && least >= T(0); ++i) sum = sum + element(i);
    if (!(least >= T(0)))
      report = {.mistake = weights_mistake::negative, .at = at, .found = least};
    else if (!(sum >= 1 - tolerance && sum <= 1 + tolerance))
      report = {.mistake = weights_mistake::sum, .at = at, .found = sum};
  });
  return report;
}

// The box without its bounds, for the formula.
template <class T, class... Axes>
ATTN_ABI constexpr tensor<T, Axes...> without_bounds(const tensor<interval<T>, Axes...>&) {
  return {};
}
template <axis_selector Axis, class T, class Y, class Z>
ATTN_ABI constexpr auto proved_weights(const Y& bounds, const Z& terms) {
  constexpr std::size_t n = Y::shape_type::extents[rules::axis_call<Axis, Y>::position];
  weights_report_for<T, Axis, Y> report;
  for_each_row<Axis>(bounds, [&](std::size_t at, const auto& element) {
    for (std::size_t i = 0; i < n && report; ++i)
      if (element(i).may_be_nan || !(element(i).lower >= T(0)))
        report = {.mistake = weights_mistake::negative, .at = at, .found = element(i).lower};
  });
  for_each_row<Axis>(terms, [&](std::size_t at, const auto& element) {
    if (!report) return;
    auto sum = element(0);
    for (std::size_t i = 1; i < n; ++i) sum = sum + element(i);
    if (!identical(sum, decltype(sum)(1))) report = {.mistake = weights_mistake::formula, .at = at};
  });
  return report;
}

}  // namespace detail

namespace rules {
template <class... Box>
struct box_call {
  using operands = roles<>;
  using bounded = each_of<has_bounds<element<typename Box::value_type>>...>;
  static constexpr bool holds = bounded::value;
};
}  // namespace rules

template <axis_selector Axis, class T, class... Axes>
ATTN_ABI constexpr auto is_stochastic(const tensor<T, Axes...>& w) {
  using call = rules::axis_call<Axis, tensor<T, Axes...>>;
  using element = rules::single_rule_call<rules::float_or_double<rules::element<T>>>;
  ATTN_REQUIRE(call, axis_exists, "attn::is_stochastic<axis>(w): w has no such axis");
  ATTN_REQUIRE(element, rule,
               "attn::is_stochastic<axis>(w): the elements must be float or double; for a "
               "function: is_stochastic<axis>(f, box)");
  if constexpr (call::holds && element::holds)
    return detail::as_weights<Axis>(w);
  else
    return weights_report<double>{};
}

template <axis_selector Axis, class F, class T, class... Axes, class... Box>
ATTN_ABI constexpr auto is_stochastic(const F& f, const tensor<T, Axes...>& first,
                                      const Box&... more) {
  using boxes = rules::box_call<tensor<T, Axes...>, Box...>;
  ATTN_REQUIRE(boxes, bounded,
               "attn::is_stochastic<axis>(f, box…): the inputs must have bounds: "
               "between<tensor<…>>(low, high)");
  if constexpr (boxes::holds) {
    using number = std::remove_cvref_t<decltype(first.data()->lower)>;
    using result = std::remove_cvref_t<decltype(f(first, more...))>;
    using call = rules::axis_call<Axis, result>;
    ATTN_REQUIRE(call, axis_exists,
                 "attn::is_stochastic<axis>(f, box…): the result of f has no such axis");
    if constexpr (call::holds)
      return detail::proved_weights<Axis, number>(
          f(first, more...), detail::in_terms<exact_arithmetic>(
                                 f, static_cast<detail::term_record<number>*>(nullptr),
                                 detail::without_bounds(first), detail::without_bounds(more)...));
    else
      return weights_report<double>{};
  } else {
    return weights_report<double>{};
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
