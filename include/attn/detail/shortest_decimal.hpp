// SPDX-License-Identifier: BSL-1.0
// From a binary number to the shortest decimal text that gives it back, in integers alone: for what
// the compiler prints (std::to_chars is no constant expression in C++20).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <attn/detail/decimal.hpp>
#include <attn/detail/element.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// All decimal digits of a finite positive number: 0.d1d2d3… * 10^point.
struct all_digits {
  char digit[1100]{};  // 5^1074 * 2^53 has 767
  int count = 0;
  int point = 0;
};

template <class T>
ATTN_ABI constexpr all_digits digits_of(T x) {
  using word = word_of<T>;
  constexpr int bits = std::numeric_limits<T>::digits - 1;
  const auto all = __builtin_bit_cast(word, x);
  const auto biased = static_cast<int>(all >> bits);
  std::uint64_t mantissa = all & ((word{1} << bits) - 1);
  if (biased > 0) mantissa |= std::uint64_t{1} << bits;
  const int power = (biased > 0 ? biased : 1) + std::numeric_limits<T>::min_exponent - 2 - bits;
  large_natural n;
  n.multiply_add(1, static_cast<std::uint32_t>(mantissa >> 32));
  n.shift_left(32);
  n.multiply_add(1, static_cast<std::uint32_t>(mantissa));
  if (power >= 0)
    n.shift_left(static_cast<std::size_t>(power));
  else
    n.multiply_by_power_of_5(static_cast<std::size_t>(-power));
  all_digits found;
  char from_the_end[1100]{};
  while (n.count > 0) {
    std::uint64_t rest = 0;
    for (std::size_t i = n.count; i-- > 0;) {
      rest = rest << 32 | n.digit[i];
      n.digit[i] = static_cast<std::uint32_t>(rest / 1000000000);
      rest %= 1000000000;
    }
    while (n.count > 0 && n.digit[n.count - 1] == 0) --n.count;
    for (int i = 0; i < 9; ++i, rest /= 10)
      from_the_end[found.count++] = static_cast<char>(rest % 10);
  }
  while (found.count > 0 && from_the_end[found.count - 1] == 0) --found.count;
  for (int i = 0; i < found.count; ++i) found.digit[i] = from_the_end[found.count - 1 - i];
  found.point = found.count + (power < 0 ? power : 0);
  return found;
}

// The T that is nearest to value * 10^power, which is neither 0 nor too large for it.
template <class T>
ATTN_ABI constexpr T nearest(std::uint64_t value, int power) {
  large_natural a, b;
  a.multiply_add(1, static_cast<std::uint32_t>(value >> 32));
  a.shift_left(32);
  a.multiply_add(1, static_cast<std::uint32_t>(value));
  b.multiply_add(1, 1);
  (power < 0 ? b : a).multiply_by_power_of_5(static_cast<std::size_t>(power < 0 ? -power : power));
  T x{};
  return round_to(quotient(a, b, power), false, x) ? x : T{};
}

// The digits of value * 10^power, a few that give x back.
struct short_decimal {
  std::uint64_t value = 0;
  int power = 0;
};
template <class T>
ATTN_ABI constexpr short_decimal shortest_decimal(T x) {
  const all_digits all = digits_of(x);
  short_decimal found;
  for (int n = 1; n <= std::numeric_limits<T>::max_digits10; ++n) {
    found = {0, all.point - n};
    for (int i = 0; i < n; ++i)
      found.value = found.value * 10 + static_cast<std::uint64_t>(i < all.count ? all.digit[i] : 0);
    if (n < all.count && all.digit[n] >= 5) ++found.value;
    if (nearest<T>(found.value, found.power) == x) break;
  }
  for (; found.value % 10 == 0; found.value /= 10) ++found.power;
  return found;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
