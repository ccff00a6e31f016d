// SPDX-License-Identifier: BSL-1.0
// Multiplication and addition with one rounding: by software, and, where ATTN_FUSED is defined, the
// step of every sum of products.
#ifndef ATTN_DETAIL_FUSED_MULTIPLY_ADD_HPP
#define ATTN_DETAIL_FUSED_MULTIPLY_ADD_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// fused_multiply_add(a, b, c): a * b + c rounded once, in float and double, without hardware. The
// numbers are the numbers of std::fma, at compile time and at run time, on any machine.
//
// A sum of more digits than the format has is rounded to odd first: a digit that is not there is
// remembered by the last one being 1. Two more digits than the result has are enough for the final
// rounding to be the only one.
//
//   S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using
//   rounding to odd", IEEE Transactions on Computers 57 (2008)

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

// a + b. If that is inexact, the neighbour of a + b whose last digit is odd.
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

// a * b + c, where a * b loses nothing by underflow.
struct sum_of_three {
  double high, rest;  // the rest rounded to odd
  ATTN_ABI constexpr sum_of_three(const exact_pair& product, double c) {
    const exact_pair with_low = exact_sum(c, product.low);
    const exact_pair with_high = exact_sum(product.high, with_low.high);
    high = with_high.high;
    rest = sum_to_odd(with_high.low, with_low.low);
  }
};

// The same of a product below 2^-900 that is not 0: everything 2^600 times as large. The result may
// have fewer digits than a double: those above 2^-1074, which is 2^-474 here.
ATTN_ABI constexpr double sum_with_tiny_product(double a, double b, double c) {
  if (c > 0x1p-700 || c < -0x1p-700) return c;
  a = a * 0x1p300, b = b * 0x1p300, c = c * 0x1p600;
  const double product = rounded(a * b);
  const bool counts = product > 0x1p-560 || product < -0x1p-560;  // less is below any half
  const double least = (a > 0) == (b > 0) ? 0x1p-560 : -0x1p-560;
  const sum_of_three parts(counts ? exact_product(a, b) : exact_pair{least, 0}, c);
  const exact_pair sum = exact_sum(parts.high, parts.rest);  // what is left is less than a half now
  const double size = sum.high < 0 ? -sum.high : sum.high;
  const double outwards = sum.high < 0 ? -sum.low : sum.low;
  if (size > 0x1p-422 || (size == 0x1p-422 && outwards >= 0)) return sum.high * 0x1p-600;
  constexpr double last = 0x1p-474;
  double nearest = (size + 0x1p-422) - 0x1p-422;
  const double left = size - nearest;
  if (left == last / 2 && outwards > 0) nearest = nearest + last;
  if (left == -last / 2 && outwards < 0) nearest = nearest - last;
  return (sum.high < 0 ? -nearest : nearest) * 0x1p-600;
}

ATTN_ABI constexpr double fused_multiply_add(double a, double b, double c) {
  const auto is_finite = [](double x) { return x - x == 0; };
  const auto is_large = [](double x) { return x > 0x1p900 || x < -0x1p900; };
  const double product = rounded(a * b);
  if (a == 0 || b == 0 || !is_finite(a) || !is_finite(b)) return product + c;
  if (!is_finite(c)) return c;  // the product is finite, although its double may not be
  if (!is_finite(product)) return fused_multiply_add(a * 0x1p-64, b, c * 0x1p-64) * 0x1p64;
  if (product < 0x1p-900 && product > -0x1p-900) return sum_with_tiny_product(a, b, c);
  // Halves of a number near the largest one would be larger than that.
  const double of_a = is_large(a) ? 0x1p-64 : is_large(b) ? 0x1p64 : 1;
  const sum_of_three sum(exact_product(a * of_a, b * (1 / of_a)), c);
  return is_finite(sum.high) ? sum.high + sum.rest : sum.high;
}

#if defined(ATTN_FUSED)

// The instruction. Compilers have it for their vectors, GCC by the names that its own headers use;
// a vector that is wider than a register is one of constant evaluation.
template <class V>
ATTN_INLINE constexpr V fused_by_hardware(const V& x, const V& y, const V& sum) {
  [[maybe_unused]] constexpr bool of_floats = std::is_same_v<element_of<V>, float>;
  if constexpr (std::is_same_v<V, float>) {
    return __builtin_fmaf(x, y, sum);
  } else if constexpr (std::is_same_v<V, double>) {
    return __builtin_fma(x, y, sum);
#if defined(__clang__)
  } else {
    return __builtin_elementwise_fma(x, y, sum);
#else
#if defined(ATTN_AVX512)
  } else if constexpr (sizeof(V) == 64) {
    constexpr int rounding_of_the_thread = 4;
    if constexpr (of_floats)
      return __builtin_ia32_vfmaddps512_mask(x, y, sum, static_cast<unsigned short>(-1),
                                             rounding_of_the_thread);
    else
      return __builtin_ia32_vfmaddpd512_mask(x, y, sum, static_cast<unsigned char>(-1),
                                             rounding_of_the_thread);
#endif
#if defined(ATTN_FMA)
  } else if constexpr (sizeof(V) == 32) {
    if constexpr (of_floats)
      return __builtin_ia32_vfmaddps256(x, y, sum);
    else
      return __builtin_ia32_vfmaddpd256(x, y, sum);
  } else if constexpr (sizeof(V) == 16) {
    if constexpr (of_floats)
      return __builtin_ia32_vfmaddps(x, y, sum);
    else
      return __builtin_ia32_vfmaddpd(x, y, sum);
#elif defined(__aarch64__)
  } else if constexpr (sizeof(V) == 16) {
    if constexpr (of_floats)
      return __builtin_aarch64_fmav4sf(x, y, sum);
    else
      return __builtin_aarch64_fmav2df(x, y, sum);
#endif
  } else {
    V result = sum;
    for (std::size_t i = 0; i < lanes_of<V>; ++i)
      result[i] = fused_by_hardware<element_of<V>>(x[i], y[i], sum[i]);
    return result;
#endif
  }
}

// GCC folds its builtin, but for results that are too small for all digits.
template <class T>
ATTN_ABI constexpr T fused_in_constant(T x, T y, T sum) {
#if !defined(__clang__)
  constexpr T enough = static_cast<T>(sizeof(T) == 4 ? 0x1p-60 : 0x1p-800);
  const T product = x * y;
  if (product > enough || product < -enough || sum > enough || sum < -enough)
    return fused_by_hardware(x, y, sum);
#endif
  return fused_multiply_add(x, y, sum);
}

template <class V>
ATTN_INLINE constexpr V add_product(const V& sum, const V& x, const V& y) {
  if (!std::is_constant_evaluated()) return fused_by_hardware(x, y, sum);
  if constexpr (is_one_number<V>) {
    return fused_in_constant(x, y, sum);
  } else {
    using array = block<element_of<V>, lanes_of<V>>;
    auto sums = bits_as<array>(sum);
    const auto xs = bits_as<array>(x), ys = bits_as<array>(y);
    for (std::size_t i = 0; i < lanes_of<V>; ++i)
      sums.data[i] = fused_in_constant(xs.data[i], ys.data[i], sums.data[i]);
    return bits_as<V>(sums);
  }
}

// Of an element with a value, such as a dual number: this is the one that numbers have.
template <class S>
  requires(std::is_class_v<S>)
ATTN_ABI constexpr S add_product(const S& sum, const S& a, const S& b) {
  S y = sum + a * b;
  y.value = add_product(sum.value, a.value, b.value);
  return y;
}

#endif

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
