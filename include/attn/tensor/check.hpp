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
// (axes) x (axes) -> comparison<T, axes…>, which converts to bool explicitly. The worst element has
// the largest difference (the first of several); for is_close, it exceeds its tolerance most.
// Special values: a NaN is farther off than any number. Of values too large to be subtracted, the
// difference is infinite.
// Rules: arithmetic_element, besides the rules of ==, bitwise_equal and allclose; as_expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/rules/call.hpp>
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
    constexpr T half = limits<T>::max / 2;
    const bool finite = a >= -half && a <= half && b >= -half && b <= half;
    return a == b ? T{} : !finite ? infinity_of<T>() : a < b ? b - a : a - b;
  }
}

// A report in which nothing is wrong yet. The constructors of reports are private: only a function
// that examines something makes one.
struct new_report {
  template <class Report>
  ATTN_ABI static constexpr Report of() {
    return Report();
  }
};

}  // namespace detail

// What a comparison has found. Its members are public, so that it can be a template argument.
template <class T, class... Axes>
struct comparison {
  using shape_type = shape<Axes...>;
  // Elements that are not as expected. If there are, of the worst one:
  std::size_t differing = 0;
  std::size_t at = 0;  // its number, row-major
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

 private:
  friend detail::new_report;
  ATTN_ABI constexpr comparison() = default;
};

namespace detail {

// differs(a, b): whether. excess(a, b): how far, for the worst.
template <class T, class... Axes, class Differs, class Excess>
ATTN_ABI constexpr comparison<T, Axes...> compared(const tensor<T, Axes...>& a,
                                                   const tensor<T, Axes...>& b,
                                                   const Differs& differs, const Excess& excess) {
  auto worst = new_report::of<comparison<T, Axes...>>();
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
template <auto Compared, std::size_t... Index>
struct printed<Compared, std::index_sequence<Index...>> {
  using type = rules::as_expected<filled<Compared.part(Index)>()...>;
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
  if constexpr (detail::number_call<T>::all::value)
    return detail::compared(
        a, b, [](T x, T y) { return !(x == y); }, [](T x, T y) { return detail::distance(x, y); });
  else
    return detail::new_report::of<comparison<int>>();
}

template <class T, class... Axes>
ATTN_ABI constexpr auto bits_equal(const tensor<T, Axes...>& a,
                                   const std::type_identity_t<tensor<T, Axes...>>& b) {
  ATTN_REQUIRE(detail::number_call<T>, rule,
               "attn::bits_equal(A, B): requires an arithmetic element type");
  if constexpr (detail::number_call<T>::all::value)
    return detail::compared(
        a, b, [](T x, T y) { return !bitwise_equal(x, y); },
        [](T x, T y) { return detail::distance(x, y); });
  else
    return detail::new_report::of<comparison<int>>();
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
  if constexpr (call::all::value)
    return detail::compared(
        a, b, [=](T x, T y) { return !allclose(x, y, rtol, atol); },
        [=](T x, T y) {
          const T beyond = detail::distance(x, y);
          return beyond == detail::infinity_of<T>()
                     ? beyond
                     : beyond - (atol + detail::rounded(rtol * (y < T(0) ? -y : y)));
        });
  else
    return detail::new_report::of<comparison<int>>();
}

// With a tensor of another type: names are gradual, sizes are not.
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr auto equals(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::equals(A, B)");
  if constexpr (call::all::value)
    return equals(a, detail::with_shape<shape<A...>>(b));
  else
    return detail::new_report::of<comparison<int>>();
}
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr auto bits_equal(const tensor<T, A...>& a, const tensor<U, B...>& b) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::bits_equal(A, B)");
  if constexpr (call::all::value)
    return bits_equal(a, detail::with_shape<shape<A...>>(b));
  else
    return detail::new_report::of<comparison<int>>();
}
template <class T, class U, class... A, class... B>
  requires(!std::is_same_v<tensor<T, A...>, tensor<U, B...>>)
ATTN_ABI constexpr auto is_close(const tensor<T, A...>& a, const tensor<U, B...>& b,
                                 std::type_identity_t<T> rtol = default_rtol<T>,
                                 std::type_identity_t<T> atol = default_atol<T>) {
  using call = rules::equality_call<tensor<T, A...>, tensor<U, B...>>;
  ATTN_REQUIRE_EQUALITY(call, "attn::is_close(A, B)");
  if constexpr (call::all::value)
    return is_close(a, detail::with_shape<shape<A...>>(b), rtol, atol);
  else
    return detail::new_report::of<comparison<int>>();
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

// True. A comparison that did not hold is an error that shows its text.
template <auto Compared>
  requires requires { Compared.text(); }
inline constexpr bool check = detail::checked<Compared>();

// peek<x>: prints a constant tensor as an error of the compiler. The program does not compile.
//
//   static_assert(peek<weights>);
//   error: … attn::peek: the constant is printed here
//   note:  … printed<text{"(token 2, key 3)"}, text{"0.0634 0.4683 0.4683"}, text{…}>
//
// (axes) -> nothing: an error is the purpose. Numbers are rounded: to 4 decimals, 0.0634, or to 3
// digits, 6.03e-6, if they are below 0.001 or from 1000000 on. A row is one text, or several if it
// is longer than 31 characters. The first 8 rows and the first 8 numbers of each are printed.
// Rules: arithmetic_element, and printed, which no constant meets.

namespace detail {

// 0.0634 for 0.063379, 6.03e-6 for 0.0000060337.
template <class T>
ATTN_ABI constexpr void add_rounded(rules::composed_text& text, T x) {
  if constexpr (std::is_floating_point_v<T>) {
    double size = static_cast<double>(x < 0 ? -x : x);
    if (size > 0 && size < static_cast<double>(infinity_of<float>()) / 2 && size > 1e-30) {
      const bool below = size < 0.001, above = size >= 1e6;
      std::size_t exponent = 0;
      for (; below && size < 0.9995; ++exponent) size *= 10;
      for (; above && size >= 9.995; ++exponent) size /= 10;
      const std::size_t unit = below || above ? 100 : 10000;
      const auto all = static_cast<std::uint64_t>(size * static_cast<double>(unit) + 0.5);
      text.add(x < 0 ? "-" : "").add(all / unit).add(all % unit > 0 ? "." : "");
      std::uint64_t rest = all % unit;
      for (std::size_t digit = unit / 10; rest > 0; rest %= digit, digit /= 10)
        text.add(rest / digit);
      if (below || above) text.add(below ? "e-" : "e").add(exponent);
      return;
    }
  }
  add_number(text, x);
}

inline constexpr std::size_t longest_peek = 8;  // of each axis
inline constexpr std::size_t widest_text = 31;  // Clang shortens texts of more

// A tensor as lines: its axes, and its rows, broken where a line would become too long.
struct peeked {
  // Each axis, each number and each "..." may need a line of its own.
  rules::composed_text lines[6 + longest_peek * (longest_peek + 1) + 2];
  std::size_t count = 0;

  ATTN_ABI constexpr void add_item(const rules::composed_text& item) {
    rules::composed_text& line = lines[count - 1];
    if (line.size() > 0 && line.size() + 1 + item.size() > widest_text &&
        count < sizeof lines / sizeof *lines) {
      lines[count++] = item;
      return;
    }
    line.add(line.size() > 0 ? " " : "").add(item);
  }
};

template <class T, class... Axes>
ATTN_ABI constexpr peeked lines_of(const tensor<T, Axes...>& x) {
  constexpr std::size_t rank = sizeof...(Axes);
  constexpr auto& extents = shape<Axes...>::extents;
  constexpr std::size_t columns = extents[rank > 0 ? rank - 1 : 0];
  constexpr std::size_t rows = shape<Axes...>::volume / columns;
  peeked all;
  const auto start = [&] { ++all.count; };
  start();
  if constexpr (rank == 0) all.add_item(rules::composed_text().add("()"));
  std::size_t position = 0;
  [[maybe_unused]] const auto add_axis = [&]<class Axis>(std::type_identity<Axis>) {
    rules::composed_text item;
    item.add(position == 0 ? "(" : "").template add_axis<Axis>();
    all.add_item(item.add(++position < rank ? "," : ")"));
  };
  (add_axis(std::type_identity<Axes>{}), ...);
  for (std::size_t row = 0; row < rows && row < longest_peek; ++row) {
    start();
    for (std::size_t j = 0; j < columns && j < longest_peek; ++j) {
      rules::composed_text number;
      add_rounded(number, x.data()[row * columns + j]);
      all.add_item(number);
    }
    if (columns > longest_peek) all.add_item(rules::composed_text().add("..."));
  }
  if (rows > longest_peek) start(), all.add_item(rules::composed_text().add("..."));
  return all;
}

// "attn::peek: (token 2, key 3): 0.0634 0.4683 0.4683; …"
ATTN_ABI constexpr rules::composed_text joined(const peeked& all) {
  rules::composed_text text;
  text.add("attn::peek: ");
  for (std::size_t i = 0; i < all.count; ++i)
    text.add(i == 0 ? "" : i == 1 ? ": " : "; ").add(all.lines[i]);
  return text;
}

template <auto X, class = std::make_index_sequence<lines_of(X).count>>
struct shown;
template <auto X, std::size_t... Index>
struct shown<X, std::index_sequence<Index...>> {
  using type = rules::printed<filled<lines_of(X).lines[Index]>()...>;
};

template <auto X>
consteval bool peeked_at() {
  using T = typename decltype(X)::value_type;
  ATTN_REQUIRE(number_call<T>, rule, "attn::peek<x>: requires an arithmetic element type");
  if constexpr (number_call<T>::all::value) {
    using rule = typename shown<X>::type;
#if __cplusplus > 202302L && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
    static_assert(rule::value, (joined(lines_of(X))));
#else
    static_assert(rule::value, "attn::peek: the constant is printed here");
#endif
  }
  return true;
}

}  // namespace detail

template <auto X>
inline constexpr bool peek = detail::peeked_at<X>();

}  // namespace attn
ATTN_STRICT_FP_END
