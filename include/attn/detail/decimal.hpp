// SPDX-License-Identifier: BSL-1.0
// Numbers as decimal digits: exact integers of any length, and the shortest text that reads back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// From decimal digits to the nearest binary number, in integers alone: the same bits in every
// evaluation, whatever the flags.

ATTN_ABI constexpr int leading_zeros(std::uint64_t x) { return x == 0 ? 64 : __builtin_clzll(x); }

// A natural number, in digits of 32 bits, the lowest first. 800 decimal digits, 5^1150 and what a
// quotient of them is shifted by have room in it.
struct large_natural {
  static constexpr std::size_t most = 192;
  std::uint32_t digit[most]{};
  std::size_t count = 0;  // of digits; the highest is not 0

  ATTN_ABI constexpr void multiply_add(std::uint32_t factor, std::uint32_t more) {
    std::uint64_t carry = more;
    for (std::size_t i = 0; i < count; ++i) {
      carry += std::uint64_t{digit[i]} * factor;
      digit[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry > 0) digit[count++] = static_cast<std::uint32_t>(carry);
  }
  ATTN_ABI constexpr void multiply_by_power_of_5(std::size_t power) {
    constexpr std::uint32_t thirteenth = 1220703125;  // the largest power of 5 in 32 bits
    for (; power >= 13; power -= 13) multiply_add(thirteenth, 0);
    for (; power > 0; --power) multiply_add(5, 0);
  }
  ATTN_ABI constexpr std::size_t bits() const {
    return count == 0 ? 0
                      : 32 * count - static_cast<std::size_t>(leading_zeros(digit[count - 1]) - 32);
  }
  ATTN_ABI constexpr void shift_left(std::size_t by) {
    const std::size_t whole = by / 32, rest = by % 32;
    for (std::size_t i = count + 1; i-- > 0;) {
      const std::uint64_t high = i < count ? digit[i] : 0;
      const std::uint64_t low = i > 0 ? digit[i - 1] : 0;
      digit[i + whole] = static_cast<std::uint32_t>((high << 32 | low) << rest >> 32);
    }
    for (std::size_t i = 0; i < whole; ++i) digit[i] = 0;
    count += whole + 1;
    while (count > 0 && digit[count - 1] == 0) --count;
  }
  ATTN_ABI constexpr bool is_at_least(const large_natural& other) const {
    if (count != other.count) return count > other.count;
    for (std::size_t i = count; i-- > 0;)
      if (digit[i] != other.digit[i]) return digit[i] > other.digit[i];
    return true;
  }
  ATTN_ABI constexpr void subtract(const large_natural& other) {
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t less = i < other.count ? other.digit[i] : 0;
      const std::int64_t difference = std::int64_t{digit[i]} - less - borrow;
      digit[i] = static_cast<std::uint32_t>(difference);
      borrow = difference < 0 ? 1 : 0;
    }
    while (count > 0 && digit[count - 1] == 0) --count;
  }
};

// (bits + something below 1, if there is more) * 2^exponent. The highest of the bits is set.
struct binary_number {
  std::uint64_t bits;
  bool more;
  std::int64_t exponent;
};
ATTN_ABI constexpr binary_number normalized(std::uint64_t bits, std::int64_t exponent) {
  const int zeros = leading_zeros(bits);
  return {bits << zeros, false, exponent - zeros};
}

// a / b * 2^exponent, for a and b that are not 0: its first 64 bits.
ATTN_ABI constexpr binary_number quotient(large_natural a, large_natural b, std::int64_t exponent) {
  const std::size_t of_a = a.bits(), of_b = b.bits();
  if (of_a < of_b)
    a.shift_left(of_b - of_a);
  else
    b.shift_left(of_a - of_b);
  exponent += static_cast<std::int64_t>(of_a) - static_cast<std::int64_t>(of_b);
  if (!a.is_at_least(b)) {
    a.shift_left(1);
    --exponent;
  }
  std::uint64_t bits = 0;
  for (int i = 0; i < 64; ++i) {
    bits <<= 1;
    if (a.is_at_least(b)) {
      a.subtract(b);
      bits |= 1;
    }
    a.shift_left(1);
  }
  return {bits, a.count > 0, exponent - 63};
}

#if defined(__SIZEOF_INT128__)
// value * 10^power, for a power of 5 that fits into 64 bits: what most numbers are. A shortcut:
// targets without integers of 128 bits find the same with large naturals.
ATTN_ABI constexpr binary_number few_digits(std::uint64_t value, int power) {
  __extension__ using wide = unsigned __int128;
  std::uint64_t of_5 = 1;
  for (int i = power < 0 ? -power : power; i > 0; --i) of_5 *= 5;
  const int zeros = leading_zeros(value);
  wide x = wide{value << zeros};
  std::int64_t exponent = power - zeros;
  bool more = false;
  if (power < 0) {
    x <<= 64;
    exponent -= 64;
    more = x % of_5 != 0;
    x /= of_5;
  } else {
    x *= of_5;
  }
  auto high = static_cast<std::uint64_t>(x >> 64);
  const auto low = static_cast<std::uint64_t>(x);
  if (high == 0)
    return {low, more, exponent};  // its highest bit is set: of_5 has less than 64 bits
  const int by = leading_zeros(high);
  const std::uint64_t below = by == 0 ? 0 : low >> (64 - by);
  more = more || low << by != 0;
  return {by == 0 ? high : high << by | below, more, exponent + 64 - by};
}
#endif

// The nearest T, and whether it is neither infinite nor, of a number that is not 0, zero.
template <class T>
ATTN_ABI constexpr bool round_to(const binary_number& x, bool negative, T& to) {
  using word = word_of<T>;
  using limits = std::numeric_limits<T>;
  static_assert(limits::is_iec559 && sizeof(T) == sizeof(word));
  constexpr int precision = limits::digits;
  constexpr std::int64_t smallest = limits::min_exponent - 1;  // of a normal number
  const std::int64_t exponent = x.exponent + 63;
  if (exponent > limits::max_exponent || exponent < smallest - precision) return false;
  const bool normal = exponent >= smallest;
  // Bits of x that no longer have room.
  const int dropped = 64 - precision + (normal ? 0 : static_cast<int>(smallest - exponent));
  std::uint64_t kept = dropped < 64 ? x.bits >> dropped : 0;
  if (dropped <= 64) {
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    const std::uint64_t rest = dropped < 64 ? x.bits & ((std::uint64_t{1} << dropped) - 1) : x.bits;
    if (rest > half || (rest == half && (x.more || kept % 2 == 1))) ++kept;
  }
  // Rounding up may carry into the exponent, which is right.
  const std::uint64_t below = normal ? static_cast<std::uint64_t>(exponent - smallest) : 0;
  const std::uint64_t all = (below << (precision - 1)) + kept;
  constexpr std::uint64_t infinity = std::uint64_t{2 * limits::max_exponent - 1} << (precision - 1);
  if (all == 0 || all >= infinity) return false;
  constexpr int sign = sizeof(T) * 8 - 1;
  to = __builtin_bit_cast(T, static_cast<word>(all | std::uint64_t{negative} << sign));
  return true;
}

// From a binary number to the shortest decimal text that gives it back, in integers alone: for what
// the compiler prints (std::to_chars is no constant expression in C++20).

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
