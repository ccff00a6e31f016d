// SPDX-License-Identifier: BSL-1.0
// fused_multiply_add(a, b, c): a * b + c rounded once, in float and double, without hardware.
//
// attn itself never fuses a product with a sum; this is for reproducing programs that do. The
// numbers are those of std::fma, at compile time and at run time, on any machine, where a, b, c and
// the result are finite; in double also a * b has to be 0 or above 2^-960, or its low half is lost.
//
// A sum of more digits than the format has is rounded to odd first: a digit that is not there is
// remembered by the last one being 1. Two more digits than the result has are enough for the final
// rounding to be the only one.
//
//   S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using
//   rounding to odd", IEEE Transactions on Computers 57 (2008)
#pragma once

#include <cstdint>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// high + low == a + b, exactly, and high is a + b rounded (Knuth's two-sum).
struct exact_pair {
  double high, low;
};
ATTN_ABI constexpr exact_pair exact_sum(double a, double b) {
  const double high = a + b;
  const double from_b = high - a;
  return {high, (a - (high - from_b)) + (b - from_b)};
}

// high + low == a * b (Dekker's product, on halves of 26 digits; the lower one has a sign).
ATTN_ABI constexpr exact_pair exact_product(double a, double b) {
  const auto upper_half = [](double x) {
    const auto bits = __builtin_bit_cast(std::uint64_t, x);
    return __builtin_bit_cast(double, (bits + 0x4000000u) & ~std::uint64_t{0x7FFFFFF});
  };
  const double high = rounded(a * b);
  const double a1 = upper_half(a), a2 = a - a1;
  const double b1 = upper_half(b), b2 = b - b1;
  const double low = ((rounded(a1 * b1) - high) + rounded(a1 * b2)) + rounded(a2 * b1);
  return {high, low + rounded(a2 * b2)};
}

// a + b; if that is inexact, the neighbour of a + b whose last digit is odd.
ATTN_ABI constexpr double sum_to_odd(double a, double b) {
  const exact_pair sum = exact_sum(a, b);
  const auto bits = __builtin_bit_cast(std::int64_t, sum.high);
  if (sum.low == 0 || (bits & 1) != 0) return sum.high;
  return __builtin_bit_cast(double, bits + ((sum.low > 0) == (sum.high > 0) ? 1 : -1));
}

// The product of two floats is exact in double. Their sum rounded to double and then to float is
// rounded once, but where it comes to lie in the middle of two floats, which is as good as never,
// or where floats have fewer digits.
ATTN_ABI constexpr float fused_multiply_add(float a, float b, float c) {
  const double product = rounded(static_cast<double>(a) * static_cast<double>(b));
  const double addend = static_cast<double>(c), sum = product + addend;
  const bool in_the_middle = (__builtin_bit_cast(std::uint64_t, sum) & 0x1FFFFFFFu) == 0x10000000u;
  const bool normal = sum >= 0x1p-126 || sum <= -0x1p-126;
  if (normal && !in_the_middle) return static_cast<float>(sum);
  return static_cast<float>(sum_to_odd(product, addend));
}

ATTN_ABI constexpr double fused_multiply_add(double a, double b, double c) {
  const exact_pair product = exact_product(a, b);
  const exact_pair with_low = exact_sum(c, product.low);
  const exact_pair with_high = exact_sum(product.high, with_low.high);
  return with_high.high + sum_to_odd(with_high.low, with_low.low);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
