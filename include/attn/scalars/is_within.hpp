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
// (interval.hpp), which includes rounding and shows that it is not NaN, and the formula of each sum
// is 1 (exact_arithmetic.hpp). The sum of the rounded weights differs from 1 by rounding errors
// alone. f is a function of x… alone and generic in the element type. A trained layer is converted
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
#include <attn/scalars/envelope.hpp>
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

 private:
  friend detail::new_report;
  ATTN_ABI constexpr weights_report() = default;
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
  auto report = new_report::of<weights_report_for<T, Axis, tensor<T, Axes...>>>();
  for_each_row<Axis>(w, [&](std::size_t at, const auto& element) {
    if (!report) return;
    // A NaN is the least, and is not added: with a NaN operand Clang has no constant.
    T sum = 0, least = element(0);
    for (std::size_t i = 1; i < n; ++i)
      if (!(element(i) >= least)) least = element(i);
    for (std::size_t i = 0; i < n && least >= T(0); ++i) sum = sum + element(i);
    if (!(least >= T(0)))
      report.mistake = weights_mistake::negative, report.at = at, report.found = least;
    else if (!(sum >= 1 - tolerance && sum <= 1 + tolerance))
      report.mistake = weights_mistake::sum, report.at = at, report.found = sum;
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
  auto report = new_report::of<weights_report_for<T, Axis, Y>>();
  for_each_row<Axis>(bounds, [&](std::size_t at, const auto& element) {
    for (std::size_t i = 0; i < n && report; ++i)
      if (element(i).may_be_nan || !(element(i).lower >= T(0)))
        report.mistake = weights_mistake::negative, report.at = at, report.found = element(i).lower;
  });
  for_each_row<Axis>(terms, [&](std::size_t at, const auto& element) {
    if (!report) return;
    auto sum = element(0);
    for (std::size_t i = 1; i < n; ++i) sum = sum + element(i);
    if (!identical(sum, decltype(sum)(1)))
      report.mistake = weights_mistake::formula, report.at = at;
  });
  return report;
}

}  // namespace detail

namespace rules {
template <class... Box>
struct box_call {
  using operands = roles<>;
  using bounded = each_of<has_bounds<element<typename Box::value_type>>...>;
  using all = in_order<bounded>;
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
  if constexpr (call::all::value && element::all::value)
    return detail::as_weights<Axis>(w);
  else
    return detail::new_report::of<weights_report<double>>();
}

template <axis_selector Axis, class F, class T, class... Axes, class... Box>
ATTN_ABI constexpr auto is_stochastic(const F& f, const tensor<T, Axes...>& first,
                                      const Box&... more) {
  using boxes = rules::box_call<tensor<T, Axes...>, Box...>;
  ATTN_REQUIRE(boxes, bounded,
               "attn::is_stochastic<axis>(f, box…): the inputs must have bounds: "
               "between<tensor<…>>(low, high)");
  if constexpr (boxes::all::value) {
    using number = std::remove_cvref_t<decltype(first.data()->lower)>;
    using result = std::remove_cvref_t<decltype(f(first, more...))>;
    using call = rules::axis_call<Axis, result>;
    ATTN_REQUIRE(call, axis_exists,
                 "attn::is_stochastic<axis>(f, box…): the result of f has no such axis");
    if constexpr (call::all::value)
      return detail::proved_weights<Axis, number>(
          f(first, more...), detail::in_terms<exact_arithmetic>(
                                 f, static_cast<detail::term_record<number>*>(nullptr),
                                 detail::without_bounds(first), detail::without_bounds(more)...));
    else
      return detail::new_report::of<weights_report<double>>();
  } else {
    return detail::new_report::of<weights_report<double>>();
  }
}

// is_within(y, a, b): as within(y, a, b), and reports the element that leaves the bounds farthest.
//
//   static_assert(check<is_within(y, -1, 1)>);   an error that shows the element and by how much
//   is_within(y, -1, 1).text()                   the report, at run time
//   is_within(y, all)                            as well, of numbers and an envelope of each
//
// (axes) -> bounds_report<T, axes…>, which converts to bool explicitly. The elements of y are
// interval<T>, all of which must be within, or T itself. A and b are numbers of any arithmetic type
// and are used exactly. What is NaN, or may be, is farther off than any number. The elements of all
// are envelope<T> (scalars/envelope.hpp), elements of y are T. The bounds reported are the bounds
// of the worst element, the numbers of T next to them inside. A NaN is within what may be NaN.
// Rules: has_bounds or float_or_double; has_envelope, same_axes, element_of_the_envelope.

namespace detail {
template <class T>
ATTN_ABI constexpr rules::composed_text range_text(const char* what, T from, T to) {
  rules::composed_text text = number_text(what, from);
  return from == to ? text : text.add(number_text(" to", to));
}
}  // namespace detail

// What is_within has found. Its members are public, so that it can be a template argument.
template <class T, class... Axes>
struct bounds_report {
  using shape_type = shape<Axes...>;
  T least{}, most{};  // what is allowed
  // Elements that are not within. If there are, of the worst one:
  std::size_t differing = 0;
  std::size_t at = 0;  // its number, row-major
  T lower{}, upper{};  // its bounds
  bool may_be_nan = false;
  T beyond{};                 // how far it leaves
  std::size_t unbounded = 0;  // elements whose envelope has every number: nothing is said of them

  ATTN_ABI constexpr explicit operator bool() const { return differing == 0; }

  ATTN_ABI constexpr rules::composed_text axis_text(std::size_t position) const {
    return detail::index_text<Axes...>(at, position);
  }
  // "attn::check: at (token 1, key 2): is -0.25 to 1.5; not within 0 to 1; beyond 0.5; 2 of 6
  // elements leave", or "attn::check: as expected. Every number is within 1 of 6 envelopes"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (differing == 0) {
      text.add("attn::check: as expected");
      if (unbounded == 0) return text;
      text.add("; every number is within ").add(unbounded).add(" of ");
      return text.add(shape_type::volume).add(" envelopes");
    }
    detail::add_indices<Axes...>(text.add("attn::check: "), at);
    for (std::size_t i = sizeof...(Axes); i < parts; ++i) text.add(part(i)).add("; ");
    return text.add(differing).add(" of ").add(shape_type::volume).add(" elements leave");
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t parts = sizeof...(Axes) + 3;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    constexpr std::size_t rank = sizeof...(Axes);
    if (i < rank) return axis_text(i);
    if (i == rank)
      return may_be_nan ? rules::composed_text().add("may be nan")
                        : detail::range_text("is", lower, upper);
    return i == rank + 1 ? detail::range_text("not within", least, most)
                         : detail::number_text("beyond", beyond);
  }

 private:
  friend detail::new_report;
  ATTN_ABI constexpr bounds_report() = default;
};

namespace rules {
template <class E>
struct is_within_call {
  using rule = float_or_double<element<E>>;
  using operands = roles<>;
  using all = in_order<rule>;
};
template <class T>
struct is_within_call<interval<T>> {
  using rule = has_bounds<element<interval<T>>>;
  using operands = roles<>;
  using all = in_order<>;
};

// An element with an envelope, and the numbers that can be within.
template <class RoleB>
struct has_envelope {
  static constexpr bool value = false;
};
template <class T, int Ulps>
struct has_envelope<element_of_B<envelope<T, Ulps>>> {
  static constexpr bool value = true;
};
template <class RoleA, class RoleB>
struct element_of_the_envelope {
  static constexpr bool value = false;
};
template <class T, int Ulps>
struct element_of_the_envelope<element_of_A<T>, element_of_B<envelope<T, Ulps>>> {
  static constexpr bool value = true;
};
template <class Y, class All>
struct is_within_envelope_call;
template <class E, class... A, class U, class... B>
struct is_within_envelope_call<tensor<E, A...>, tensor<U, B...>> {
  using operands = roles<axes_of_A<A...>, axes_of_B<B...>>;
  using envelopes = has_envelope<element_of_B<U>>;
  using same_axes = axes_agree<axes_of_A<A...>, axes_of_B<B...>>;
  using numbers = element_of_the_envelope<element_of_A<E>, element_of_B<U>>;
  using all = in_order<envelopes, same_axes, numbers>;
};
}  // namespace rules

namespace detail {

template <class T>
ATTN_ABI constexpr interval<T> bounds_of(const interval<T>& x) {
  return x;
}
template <std::floating_point T>
ATTN_ABI constexpr interval<T> bounds_of(const T& x) {
  interval<T> point;
  point.may_be_nan = x != x;
  if (!point.may_be_nan) point.lower = point.upper = x;
  return point;
}

template <class T, class E, class... Axes>
ATTN_ABI constexpr bounds_report<T, Axes...> left_bounds(const tensor<E, Axes...>& y, T least,
                                                         T most) {
  auto worst = new_report::of<bounds_report<T, Axes...>>();
  worst.least = least, worst.most = most;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const interval<T> x = bounds_of(y.data()[i]);
    if (!x.may_be_nan && least <= x.lower && x.upper <= most) continue;
    const T below = x.lower < least ? distance(least, x.lower) : T{};
    const T above = x.upper > most ? distance(x.upper, most) : T{};
    const T beyond = x.may_be_nan ? infinity_of<T>() : below < above ? above : below;
    if (worst.differing++ == 0 || (!worst.may_be_nan && (x.may_be_nan || beyond > worst.beyond)))
      worst.at = i, worst.lower = x.lower, worst.upper = x.upper, worst.may_be_nan = x.may_be_nan,
      worst.beyond = beyond;
  }
  return worst;
}

// The numbers of T within the envelopes: the first and the last of each.
template <class T, class... Axes, class E>
ATTN_ABI constexpr bounds_report<T, Axes...> left_envelopes(const tensor<T, Axes...>& y,
                                                            const E* all) {
  auto worst = new_report::of<bounds_report<T, Axes...>>();
  for (std::size_t i = 0; i < y.size(); ++i) {
    const T x = y.data()[i];
    const auto allowed = all[i].closed();
    if (allowed.lower == -infinite<double> && allowed.upper == infinite<double>) ++worst.unbounded;
    if (allowed.contains(x)) continue;
    const bool nan = x != x;
    const T least = converted_above<T>(allowed.lower), most = converted_below<T>(allowed.upper);
    const T beyond = nan ? infinity_of<T>() : x < least ? distance(least, x) : distance(x, most);
    if (worst.differing++ == 0 || (!worst.may_be_nan && (nan || beyond > worst.beyond))) {
      worst.least = least, worst.most = most, worst.at = i, worst.may_be_nan = nan;
      worst.lower = worst.upper = x, worst.beyond = beyond;
    }
  }
  return worst;
}

template <class E>
struct bounded_element {
  using type = E;
};
template <class T>
struct bounded_element<interval<T>> {
  using type = T;
};

}  // namespace detail

template <class E, class... Axes, class A, class B>
  requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
ATTN_ABI constexpr auto is_within(const tensor<E, Axes...>& y, const A& a, const B& b) {
  using call = rules::is_within_call<E>;
  ATTN_REQUIRE(call, rule,
               "attn::is_within(y, a, b): the elements must be interval<T>, float or double");
  if constexpr (call::all::value) {
    using T = typename detail::bounded_element<E>::type;
    return detail::left_bounds<T>(y, detail::converted_above<T>(a), detail::converted_below<T>(b));
  } else {
    return detail::new_report::of<bounds_report<double>>();
  }
}

template <class E, class... A, class U, class... B>
ATTN_ABI constexpr auto is_within(const tensor<E, A...>& y, const tensor<U, B...>& all) {
  using call = rules::is_within_envelope_call<tensor<E, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, envelopes,
               "attn::is_within(y, all): the elements of all must be envelope<T>, as in a "
               "result computed from as<envelope<float>>(x)");
  ATTN_REQUIRE(call, same_axes, "attn::is_within(y, all): both must have the same axes");
  ATTN_REQUIRE(call, numbers,
               "attn::is_within(y, all): the elements of y must be T, if all elements are "
               "envelope<T>");
  if constexpr (call::all::value)
    return detail::left_envelopes(y, all.data());
  else
    return detail::new_report::of<bounds_report<double>>();
}

}  // namespace attn
ATTN_STRICT_FP_END
