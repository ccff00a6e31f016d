// SPDX-License-Identifier: BSL-1.0
// number_from_text(word, x): converts a word to a float or a double, correctly rounded with ties to
// even, whatever the number of digits, or to an integer.
//
//   number_from_text("0.1", x)         x = 0.1, returns number_fault::none
//   number_from_text("0x1.8p-1", x)    hexadecimal, 0.75
//   number_from_text("-inf", x)        inf, infinity, nan, in upper or lower case
//   number_from_text("1e400", x)       number_fault::out_of_range: too large, or too small for
//                                      anything but 0
//   number_from_text("1.2.3", x)       number_fault::malformed
//
// For an integer x the word is decimal, without point and exponent. At most one sign, + or -. After
// a fault x is unchanged. It uses integer arithmetic: the bits are the same at compile time and at
// run time, whatever the flags, and the same as the bits of a literal with these digits.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include <attn/detail/decimal.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

enum class number_fault { none, malformed, out_of_range };

namespace detail {

// A word, character by character, with a 0 after its end.
struct word_reader {
  std::string_view word;
  std::size_t at = 0;

  ATTN_ABI constexpr char here() const { return at < word.size() ? word[at] : '\0'; }
  ATTN_ABI constexpr char here_in_lower_case() const {
    return here() >= 'A' && here() <= 'Z' ? static_cast<char>(here() - 'A' + 'a') : here();
  }
  ATTN_ABI constexpr bool skip(char lower_case) {
    if (here_in_lower_case() != lower_case) return false;
    ++at;
    return true;
  }
  ATTN_ABI constexpr bool is_at_end() const { return at == word.size(); }
  // What is left is this text, in letters of any size.
  ATTN_ABI constexpr bool is(std::string_view text) const {
    word_reader rest = *this;
    for (const char c : text)
      if (!rest.skip(c)) return false;
    return rest.is_at_end();
  }
  // -1: no digit of this base.
  ATTN_ABI constexpr int digit(int base) const {
    const char c = here_in_lower_case();
    const int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : base;
    return value < base ? value : -1;
  }
  // A signed number, which stays within what sums of it can hold. False: there is none.
  ATTN_ABI constexpr bool exponent(std::int64_t& to) {
    constexpr std::int64_t most = std::int64_t{1} << 60;
    const bool negative = here() == '-';
    if (here() == '-' || here() == '+') ++at;
    if (digit(10) < 0) return false;
    std::int64_t value = 0;
    for (int d = digit(10); d >= 0; ++at, d = digit(10))
      value = value < most / 16 ? 10 * value + d : most;
    to += negative ? -value : value;
    return true;
  }
};

// Digits with a point among them: calls each(digit) for each from the first that is not 0 on.
// Returns whether there was any digit. `places`: how many digits were after the point.
template <class F>
ATTN_ABI constexpr bool read_digits(word_reader& from, int base, std::int64_t& places,
                                    const F& each) {
  bool any = false, point = false, zero = true;
  for (;; ++from.at) {
    if (from.here() == '.' && !point) {
      point = true;
      continue;
    }
    const int d = from.digit(base);
    if (d < 0) return any;
    any = true;
    if (point) ++places;
    zero = zero && d == 0;
    if (!zero) each(static_cast<std::uint32_t>(d));
  }
}

template <class T>
ATTN_ABI constexpr number_fault hexadecimal_number(word_reader from, bool negative, T& to) {
  std::uint64_t bits = 0;
  bool more = false;
  std::int64_t places = 0, dropped = 0, exponent = 0;
  const bool any = read_digits(from, 16, places, [&](std::uint32_t d) {
    if (bits >> 60 == 0) {
      bits = bits << 4 | d;
    } else {
      ++dropped;
      more = more || d != 0;
    }
  });
  if (!any || (from.skip('p') && !from.exponent(exponent)) || !from.is_at_end())
    return number_fault::malformed;
  if (bits == 0) {
    to = negative ? -T(0) : T(0);
    return number_fault::none;
  }
  binary_number x = normalized(bits, exponent + 4 * (dropped - places));
  x.more = more;
  return round_to(x, negative, to) ? number_fault::none : number_fault::out_of_range;
}

// The digits as an integer, and how many they are. One digit replaces all after the 800th: no
// number halfway between two adjacent doubles has more significant digits.
struct significant {
  large_natural value;
  std::int64_t digits = 0;
};
ATTN_ABI constexpr significant significant_digits(word_reader from) {
  constexpr std::int64_t most = 800;
  significant found;
  std::uint32_t chunk = 0, scale = 1;
  bool more = false;
  std::int64_t ignored = 0;
  read_digits(from, 10, ignored, [&](std::uint32_t d) {
    if (found.digits == most) {
      more = more || d != 0;
      return;
    }
    ++found.digits;
    chunk = 10 * chunk + d;
    scale *= 10;
    if (scale == 1000000000) {
      found.value.multiply_add(scale, chunk);
      chunk = 0;
      scale = 1;
    }
  });
  found.value.multiply_add(scale, chunk);
  if (more) {
    found.value.multiply_add(10, 1);
    ++found.digits;
  }
  return found;
}

template <class T>
ATTN_ABI constexpr number_fault decimal_number(word_reader from, bool negative, T& to) {
  const word_reader start = from;
  std::uint64_t few = 0;
  std::int64_t places = 0, digits = 0, exponent = 0;
  const bool any = read_digits(from, 10, places, [&](std::uint32_t d) {
    if (++digits <= 19) few = 10 * few + d;
  });
  if (!any || (from.skip('e') && !from.exponent(exponent)) || !from.is_at_end())
    return number_fault::malformed;
  if (digits == 0) {
    to = negative ? -T(0) : T(0);
    return number_fault::none;
  }
  // The number is its digits, as an integer, * 10^power. The first digit is worth 10^first.
  std::int64_t power = exponent - places;
  const std::int64_t first = power + digits - 1;
  if (first > 310 || first < -330) return number_fault::out_of_range;
  const auto rounded = [&](const binary_number& x) {
    return round_to(x, negative, to) ? number_fault::none : number_fault::out_of_range;
  };
#if defined(__SIZEOF_INT128__)
  if (digits <= 19 && power >= -27 && power <= 27)
    return rounded(few_digits(few, static_cast<int>(power)));
#endif
  auto [value, taken] = significant_digits(start);
  power += digits - taken;
  large_natural divisor;
  divisor.multiply_add(1, 1);
  if (power < 0)
    divisor.multiply_by_power_of_5(static_cast<std::size_t>(-power));
  else
    value.multiply_by_power_of_5(static_cast<std::size_t>(power));
  return rounded(quotient(value, divisor, power));
}

}  // namespace detail

template <detail::binary_format T>
ATTN_ABI constexpr number_fault number_from_text(std::string_view word, T& to) {
  detail::word_reader from{word};
  const bool negative = from.here() == '-';
  if (negative || from.here() == '+') ++from.at;
  if (from.is("nan")) {
    to = detail::nan_of<T>();
    return number_fault::none;
  }
  if (from.is("inf") || from.is("infinity")) {
    to = negative ? detail::lowest_infinity_of<T>() : detail::infinity_of<T>();
    return number_fault::none;
  }
  if (detail::word_reader hexadecimal = from; hexadecimal.skip('0') && hexadecimal.skip('x'))
    return detail::hexadecimal_number(hexadecimal, negative, to);
  return detail::decimal_number(from, negative, to);
}

template <std::integral T>
ATTN_ABI constexpr number_fault number_from_text(std::string_view word, T& to) {
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.remove_prefix(1);
  if (word.empty()) return number_fault::malformed;
  std::uint64_t value = 0;
  bool fits = true;
  for (const char c : word) {
    if (c < '0' || c > '9') return number_fault::malformed;
    const auto d = static_cast<std::uint64_t>(c - '0');
    fits = fits && value <= (UINT64_MAX - d) / 10;
    value = 10 * value + d;
  }
  // Of a negative one the magnitude may be greater by one.
  constexpr auto most = static_cast<std::uint64_t>((std::numeric_limits<T>::max)());
  constexpr std::uint64_t below = std::is_signed_v<T> ? most + 1 : 0;
  if (!fits || value > (negative ? below : most)) return number_fault::out_of_range;
  to = static_cast<T>(negative ? 0 - value : value);
  return number_fault::none;
}

}  // namespace attn
ATTN_STRICT_FP_END
