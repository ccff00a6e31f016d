// SPDX-License-Identifier: BSL-1.0
// Arithmetic modulo the prime 2^61 - 1, for exact_arithmetic.hpp.
#pragma once

#include <cstdint>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

ATTN_ABI inline constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;

// Of any word, by the bits above the 61st, each of which is worth 1.
ATTN_ABI constexpr std::uint64_t modular_of(std::uint64_t word) {
  const std::uint64_t x = (word & modulus) + (word >> 61);
  return x >= modulus ? x - modulus : x;
}
ATTN_ABI constexpr std::uint64_t modular_sum(std::uint64_t a, std::uint64_t b) {
  return a + b >= modulus ? a + b - modulus : a + b;
}
ATTN_ABI constexpr std::uint64_t modular_difference(std::uint64_t a, std::uint64_t b) {
  return a >= b ? a - b : a + modulus - b;
}
#if defined(__SIZEOF_INT128__)
ATTN_ABI constexpr std::uint64_t modular_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using wide = unsigned __int128;
  const wide all = wide{a} * b;  // below 2^122
  const std::uint64_t x =
      (static_cast<std::uint64_t>(all) & modulus) + static_cast<std::uint64_t>(all >> 61);
  return x >= modulus ? x - modulus : x;
}
#else
// The product of the upper parts times 2^64 = 8, the middle times 2^32, and the lower one.
ATTN_ABI constexpr std::uint64_t modular_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a1 = a >> 32, a0 = a & 0xffffffff, b1 = b >> 32, b0 = b & 0xffffffff;
  const std::uint64_t middle = modular_of(a1 * b0 + a0 * b1);  // the sum is below 2^62
  // middle * 2^32: its upper 32 bits pass 2^61.
  const std::uint64_t shifted = (middle >> 29) + ((middle & ((1u << 29) - 1)) << 32);
  return modular_of(modular_of(a1 * b1 * 8) + modular_of(a0 * b0) + shifted);
}
#endif
// a * b^(p - 2), of a b that is not 0.
ATTN_ABI constexpr std::uint64_t modular_quotient(std::uint64_t a, std::uint64_t b) {
  std::uint64_t power = b;
  for (std::uint64_t rest = modulus - 2; rest > 0; rest >>= 1) {
    if ((rest & 1) != 0) a = modular_product(a, power);
    power = modular_product(power, power);
  }
  return a;
}
// Of a finite number: exact, because it is an integer times a power of two, and 2^61 is 1.
ATTN_ABI constexpr std::uint64_t modular_of(double x) {
  const auto word = __builtin_bit_cast(std::uint64_t, x);
  const int biased = static_cast<int>(word >> 52 & 0x7ff);
  const std::uint64_t fraction = word & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t mantissa = biased == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  const int exponent = (biased == 0 ? 1 : biased) - 1075;
  const int turn = (exponent % 61 + 61) % 61;
  const std::uint64_t size = modular_product(mantissa, std::uint64_t{1} << turn);
  return word >> 63 != 0 ? modular_difference(0, size) : size;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
