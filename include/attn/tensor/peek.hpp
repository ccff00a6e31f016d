// SPDX-License-Identifier: BSL-1.0
// peek<x>: prints a constant tensor as an error of the compiler; the program does not compile.
//
//   static_assert(peek<weights>);
//   error: … attn::peek: the constant is printed here
//   note:  … printed<text{"(token 2, key 3)"}, text{"0.0634 0.4683 0.4683"}, text{…}>
//
// (axes) -> nothing: an error is the purpose. Numbers are rounded: to 4 decimals, 0.0634, or to 3
// digits, 6.03e-6, if they are below 0.001 or from 1000000 on. A row is one text, or several if it
// is longer than 31 characters; the first 8 rows and the first 8 numbers of each are printed.
// Rules: arithmetic_element, and printed, which no constant meets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/tensor/check.hpp>
#include <attn/tensor/detail/number_text.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// 0.0634 for 0.063379, 6.03e-6 for 0.0000060337.
template <class T>
ATTN_ABI constexpr void add_rounded(rules::composed_text& text, T x) {
  if constexpr (std::is_floating_point_v<T>) {
    double size = static_cast<double>(x < 0 ? -x : x);
    if (size > 0 && size < static_cast<double>(infinity_of<float>()) / 2 && size > 1e-30) {
      const bool small = size < 0.001, large = size >= 1e6;
      std::size_t exponent = 0;
      for (; small && size < 0.9995; ++exponent) size *= 10;
      for (; large && size >= 9.995; ++exponent) size /= 10;
      const std::size_t unit = small || large ? 100 : 10000;
      const auto all = static_cast<std::uint64_t>(size * static_cast<double>(unit) + 0.5);
      text.add(x < 0 ? "-" : "").add(all / unit).add(all % unit > 0 ? "." : "");
      std::uint64_t rest = all % unit;
      for (std::size_t digit = unit / 10; rest > 0; rest %= digit, digit /= 10)
        text.add(rest / digit);
      if (small || large) text.add(small ? "e-" : "e").add(exponent);
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
template <auto X, std::size_t... I>
struct shown<X, std::index_sequence<I...>> {
  using type = rules::printed<filled<lines_of(X).lines[I]>()...>;
};

template <auto X>
consteval bool peeked_at() {
  using T = typename decltype(X)::value_type;
  ATTN_REQUIRE(number_call<T>, rule, "attn::peek<x>: requires an arithmetic element type");
  if constexpr (number_call<T>::holds) {
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
