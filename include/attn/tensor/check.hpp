// SPDX-License-Identifier: BSL-1.0
// Comparisons that report what differs: the worst element, with its axes, both values and the
// difference.
//
//   static_assert(check<equals(w, expected)>);       as ==; the compiler prints the report
//   static_assert(check<bits_equal(w, expected)>);   as bitwise_equal
//   static_assert(check<is_close(w, expected)>);     as allclose; (…, rtol, atol)
//   static_assert(check<has_axes<token, key>(w)>);   these axes, names and all; prints both lists
//   equals(w, expected).text()                       the report, at run time
//
// (axes) x (axes) -> comparison<T, axes…>, which converts to bool explicitly. The worst element is
// the one that is farthest off (for is_close: beyond what is allowed), of several the first.
// Special values: a NaN is farther off than any number; of values too large to be subtracted, the
// difference is infinite.
// Rules: arithmetic_element, besides those of ==, bitwise_equal and allclose; as_expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/rules/message.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/detail/number_text.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// |a - b|, infinite where there is no such number.
template <class T>
ATTN_ABI constexpr auto distance(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<std::uint64_t>(a < b ? b : a) - static_cast<std::uint64_t>(a < b ? a : b);
  } else {
    constexpr T far = limits<T>::max / 2;
    const bool near = a >= -far && a <= far && b >= -far && b <= far;
    return a == b ? T{} : !near ? infinity_of<T>() : a < b ? b - a : a - b;
  }
}

}  // namespace detail

// What a comparison has found. Its members are public, so that it can be a template argument.
template <class T, class... Axes>
struct comparison {
  using shape_type = shape<Axes...>;
  std::size_t differing = 0;  // elements that are not as expected; if there are, of the worst one:
  std::size_t at = 0;         // its number, row-major
  T found{}, expected{};
  decltype(detail::distance(T{}, T{})) difference{};

  ATTN_ABI constexpr explicit operator bool() const { return differing == 0; }

  // The index of the worst element along one axis: "token 1".
  ATTN_ABI constexpr rules::composed_text axis_text(std::size_t position) const {
    return detail::index_text<Axes...>(at, position);
  }
  // "attn::check: at (token 1, key 2): 0.25, not 0.5; difference 0.25; 3 of 6 elements differ"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (differing == 0) return text.add("attn::check: as expected");
    detail::add_indices<Axes...>(text.add("attn::check: "), at);
    detail::add_number(text, found);
    text.add(", ").add(part(sizeof...(Axes) + 1)).add("; ").add(part(sizeof...(Axes) + 2));
    text.add("; ").add(differing).add(" of ").add(shape_type::volume);
    return text.add(" elements differ");
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t parts = sizeof...(Axes) + 3;
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    constexpr std::size_t rank = sizeof...(Axes);
    if (i < rank) return axis_text(i);
    return i == rank       ? detail::number_text("is", found)
           : i == rank + 1 ? detail::number_text("not", expected)
                           : detail::number_text("difference", difference);
  }
};

namespace detail {

// differs(a, b): whether; excess(a, b): how far, for the worst.
template <class T, class... Axes, class Differs, class Excess>
ATTN_ABI constexpr comparison<T, Axes...> compared(const tensor<T, Axes...>& a,
                                                   const tensor<T, Axes...>& b,
                                                   const Differs& differs, const Excess& excess) {
  comparison<T, Axes...> worst;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const T x = a.data()[i], y = b.data()[i];
    if (!differs(x, y)) continue;
    const bool nan = (x != x) != (y != y),
               worst_is_nan = worst.found != worst.found || worst.expected != worst.expected;
    const bool worse = worst.differing == 0 || (nan && !worst_is_nan) ||
                       (!worst_is_nan && excess(x, y) > excess(worst.found, worst.expected));
    ++worst.differing;
    if (worse) worst.at = i, worst.found = x, worst.expected = y, worst.difference = distance(x, y);
  }
  return worst;
}

template <class T>
using number_call = rules::single_rule_call<rules::arithmetic_element<rules::element<T>>>;

template <auto Compared, class = std::make_index_sequence<Compared.parts>>
struct printed;
template <auto Compared, std::size_t... I>
struct printed<Compared, std::index_sequence<I...>> {
  using type = rules::as_expected<filled<Compared.part(I)>()...>;
};

template <auto Compared>
consteval bool checked() {
  if constexpr (!static_cast<bool>(Compared)) {
    using rule = typename printed<Compared>::type;
#if __cplusplus > 202302L && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
    static_assert(rule::value, (Compared.text()));
#else
    static_assert(rule::value, "attn::check: not as expected");
#endif
  }
  return true;
}

}  // namespace detail

template <class T, class... Axes>
ATTN_ABI constexpr auto equals(const tensor<T, Axes...>& a,
                               const std::type_identity_t<tensor<T, Axes...>>& b) {
  ATTN_REQUIRE(detail::number_call<T>, rule,
               "attn::equals(A, B): requires an arithmetic element type; compare others with ==");
  if constexpr (detail::number_call<T>::holds)
    return detail::compared(
        a, b, [](T x, T y) { return !(x == y); }, [](T x, T y) { return detail::distance(x, y); });
  else
    return comparison<int>{};
}

template <class T, class... Axes>
ATTN_ABI constexpr auto bits_equal(const tensor<T, Axes...>& a,
                                   const std::type_identity_t<tensor<T, Axes...>>& b) {
  ATTN_REQUIRE(detail::number_call<T>, rule,
               "attn::bits_equal(A, B): requires an arithmetic element type");
  if constexpr (detail::number_call<T>::holds)
    return detail::compared(
        a, b, [](T x, T y) { return !bitwise_equal(x, y); },
        [](T x, T y) { return detail::distance(x, y); });
  else
    return comparison<int>{};
}

template <class T, class... Axes>
ATTN_ABI constexpr auto is_close(const tensor<T, Axes...>& a,
                                 const std::type_identity_t<tensor<T, Axes...>>& b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  using call = rules::allclose_call<tensor<T, Axes...>>;
  ATTN_REQUIRE(call, floating_point,
               "attn::is_close(A, B): requires a floating-point element type; integers: equals");
  ATTN_REQUIRE(call, comparable, "attn::is_close(A, B): requires float or double");
  if constexpr (call::holds)
    return detail::compared(
        a, b, [=](T x, T y) { return !allclose(x, y, rtol, atol); },
        [=](T x, T y) {
          const T beyond = detail::distance(x, y);
          return beyond == detail::infinity_of<T>()
                     ? beyond
                     : beyond - (atol + detail::rounded(rtol * (y < T(0) ? -y : y)));
        });
  else
    return comparison<int>{};
}

// With a tensor of another type: names are gradual, sizes are not.
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr auto equals(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::equals(A, B)");
  if constexpr (call::holds)
    return equals(a, detail::with_shape<shape<A...>>(b));
  else
    return comparison<int>{};
}
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr auto bits_equal(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::bits_equal(A, B)");
  if constexpr (call::holds)
    return bits_equal(a, detail::with_shape<shape<A...>>(b));
  else
    return comparison<int>{};
}
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr auto is_close(const tensor<T, A...>& a, const tensor<U, B...>& b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::is_close(A, B)");
  if constexpr (call::holds)
    return is_close(a, detail::with_shape<shape<A...>>(b), rtol, atol);
  else
    return comparison<int>{};
}

// What has_axes has found.
template <class Found, class Expected>
struct axes_report;
template <class... Found, class... Expected>
struct axes_report<shape<Found...>, shape<Expected...>> {
  ATTN_ABI constexpr explicit operator bool() const {
    return std::is_same_v<shape<Found...>, shape<Expected...>>;
  }
  // "attn::check: has (token 2, key 3), not (key 3, token 2)"
  ATTN_ABI constexpr rules::composed_text text() const {
    rules::composed_text text;
    if (*this) return text.add("attn::check: as expected");
    text.add("attn::check: ").add_axes<Found...>("x").add(", not (");
    std::size_t i = 0;
    ((text.add(i++ > 0 ? ", " : "").template add_axis<Expected>()), ...);
    return text.add(")");
  }
  // What the compiler prints, one after the other.
  static constexpr std::size_t parts = 2 + sizeof...(Found) + sizeof...(Expected);
  ATTN_ABI constexpr rules::composed_text part(std::size_t i) const {
    rules::composed_text text;
    std::size_t at = 0;
    const auto take = [&](const char* word) {
      if (at++ == i) text.add(word);
    };
    [[maybe_unused]] const auto take_axis = [&]<class Axis>(std::type_identity<Axis>) {
      if (at++ == i) text.template add_axis<Axis>();
    };
    take("is");
    (take_axis(std::type_identity<Found>{}), ...);
    take("not");
    (take_axis(std::type_identity<Expected>{}), ...);
    return text;
  }
};

template <axis_like... Expected, class T, class... Axes>
ATTN_ABI constexpr auto has_axes(const tensor<T, Axes...>&) {
  return axes_report<shape<Axes...>, shape<Expected...>>{};
}

// True; a comparison that did not hold is an error that shows its text.
template <auto Compared>
  requires requires { Compared.text(); }
inline constexpr bool check = detail::checked<Compared>();

}  // namespace attn
ATTN_STRICT_FP_END
