// SPDX-License-Identifier: BSL-1.0
// is_within(y, a, b): as within(y, a, b), and reports the element that leaves the bounds farthest.
//
//   static_assert(check<is_within(y, -1, 1)>);   an error that shows the element and by how much
//   is_within(y, -1, 1).text()                   the report, at run time
//   is_within(y, all)                            as well, of numbers and an envelope of each
//
// (axes) -> bounds_report<T, axes…>, which converts to bool explicitly. The elements of y are
// interval<T>, all of which must be within, or T itself. a and b are numbers of any arithmetic type
// and are used exactly. What is NaN, or may be, is farther off than any number. The elements of all
// are envelope<T> (scalars/envelope.hpp), those of y are T; the bounds reported are those of the
// worst element, the numbers of T next to them inside; a NaN is within what may be NaN.
// Rules: has_bounds or float_or_double; has_envelope, same_axes, element_of_the_envelope.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/scalars/bounds.hpp>
#include <attn/scalars/envelope.hpp>
#include <attn/tensor/check.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  T least{}, most{};          // what is allowed
  std::size_t differing = 0;  // elements that are not within; if there are, of the worst one:
  std::size_t at = 0;         // its number, row-major
  T lower{}, upper{};         // its bounds
  bool may_be_nan = false;
  T beyond{};  // how far it leaves

  ATTN_ABI constexpr explicit operator bool() const { return differing == 0; }

  ATTN_ABI constexpr rules::composed_text axis_text(std::size_t position) const {
    return detail::index_text<Axes...>(at, position);
  }
  // "attn::check: at (token 1, key 2): is -0.25 to 1.5; not within 0 to 1; beyond 0.5; 2 of 6
  // elements leave"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (differing == 0) return text.add("attn::check: as expected");
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
};

namespace rules {
template <class E>
struct is_within_call {
  using rule = float_or_double<element<E>>;
  using operands = roles<>;
  static constexpr bool holds = rule::value;
};
template <class T>
struct is_within_call<interval<T>> {
  using rule = has_bounds<element<interval<T>>>;
  using operands = roles<>;
  static constexpr bool holds = true;
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
  using numbers =
      only_if<envelopes::value, element_of_the_envelope<element_of_A<E>, element_of_B<U>>>;
  static constexpr bool holds = all_hold<envelopes, same_axes, numbers>;
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
  bounds_report<T, Axes...> worst{.least = least, .most = most};
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
  bounds_report<T, Axes...> worst;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const T x = y.data()[i];
    const auto allowed = all[i].closed();
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
  if constexpr (call::holds) {
    using T = typename detail::bounded_element<E>::type;
    return detail::left_bounds<T>(y, detail::converted_above<T>(a), detail::converted_below<T>(b));
  } else {
    return bounds_report<double>{};
  }
}

template <class E, class... A, class U, class... B>
ATTN_ABI constexpr auto is_within(const tensor<E, A...>& y, const tensor<U, B...>& all) {
  using call = rules::is_within_envelope_call<tensor<E, A...>, tensor<U, B...>>;
  ATTN_REQUIRE(call, envelopes,
               "attn::is_within(y, all): the elements of all must be envelope<T>, as of what was "
               "computed from as<envelope<float>>(x)");
  ATTN_REQUIRE(call, same_axes, "attn::is_within(y, all): both must have the same axes");
  ATTN_REQUIRE(call, numbers,
               "attn::is_within(y, all): the elements of y must be T, if those of all are "
               "envelope<T>");
  if constexpr (call::holds)
    return detail::left_envelopes(y, all.data());
  else
    return bounds_report<double>{};
}

}  // namespace attn
ATTN_STRICT_FP_END
