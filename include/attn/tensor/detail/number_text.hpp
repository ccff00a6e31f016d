// SPDX-License-Identifier: BSL-1.0
// Numbers in composed texts, which compilers print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/decimal.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/diagnostic_axes.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// x in a text: integers in decimal, others with the smallest number of digits that give x back. a
// long double as the nearest double.
template <class T>
ATTN_ABI constexpr void add_number(rules::composed_text& text, T x) {
  if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_signed_v<T>)
      if (x < 0) text.add("-");
    using natural = std::conditional_t<std::is_same_v<T, bool>, unsigned, T>;
    const auto all = static_cast<std::uint64_t>(static_cast<natural>(x));
    text.add(x < T{} ? std::uint64_t{} - all : all);
  } else if constexpr (!binary_format<T>) {
    add_number(text, static_cast<double>(x));
  } else {
    if (x != x) return void(text.add("nan"));
    if (__builtin_bit_cast(word_of<T>, x) >> (sizeof(T) * 8 - 1) != 0) text.add("-"), x = -x;
    if (x == T{}) return void(text.add("0"));
    if (x == infinity_of<T>()) return void(text.add("inf"));
    const short_decimal all = shortest_decimal(x);
    char digits[24]{};
    int count = 0;
    for (std::uint64_t rest = all.value; rest > 0; rest /= 10) ++count;
    std::uint64_t rest = all.value;
    for (int i = count; i-- > 0; rest /= 10) digits[i] = static_cast<char>('0' + rest % 10);
    const int point = count + all.power;  // digits in front of it
    const auto add = [&](char c) {
      const char one[] = {c, '\0'};
      text.add(one);
    };
    if (point > 17 || point < -4) {
      for (int i = 0; i < count; ++i) {
        if (i == 1) add('.');
        add(digits[i]);
      }
      text.add(point <= 0 ? "e-" : "e");
      text.add(static_cast<std::size_t>(point <= 0 ? 1 - point : point - 1));
      return;
    }
    if (point <= 0) text.add("0.");
    for (int i = point; i < 0; ++i) add('0');
    for (int i = 0; i < count || i < point; ++i) {
      if (i > 0 && i == point) add('.');
      add(i < count ? digits[i] : '0');
    }
  }
}

template <class T>
ATTN_ABI constexpr rules::composed_text number_text(const char* what, T x) {
  rules::composed_text text;
  text.add(what).add(" ");
  add_number(text, x);
  return text;
}

// The index along one axis of element `at`, row-major: "token 1", or "1" without a name.
template <class... Axes>
ATTN_ABI constexpr rules::composed_text index_text(std::size_t at, std::size_t position) {
  rules::composed_text text;
  std::size_t inner = 1, extent = 1, d = 0;
  ((d++ == position ? void(extent = Axes::size) : void(d > position + 1 ? inner *= Axes::size : 0)),
   ...);
  d = 0;
  [[maybe_unused]] const auto add_name = [&]<class Axis>(std::type_identity<Axis>) {
    if constexpr (Axis::named)
      if (d == position) text.add(Axis::name.text).add(" ");
    ++d;
  };
  (add_name(std::type_identity<Axes>{}), ...);
  return text.add(at / inner % extent);
}

// All of them: "at (token 1, key 2): ".
template <class... Axes>
ATTN_ABI constexpr rules::composed_text& add_indices(rules::composed_text& text, std::size_t at) {
  text.add("at (");
  for (std::size_t d = 0; d < sizeof...(Axes); ++d)
    text.add(d > 0 ? ", " : "").add(index_text<Axes...>(at, d));
  return text.add("): ");
}

// A text without what it does not fill. Clang shortens one of more than 32 characters, so that the
// compiler prints what was found in several.
template <rules::composed_text Text>
consteval auto filled() {
  rules::text<Text.size() + 1> exact;
  // The terminating 0 as well: without it Clang prints the codes of the characters.
  for (std::size_t i = 0; i < Text.size(); ++i) exact.characters[i] = Text.text[i];
  exact.characters[Text.size()] = '\0';
  return exact;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
