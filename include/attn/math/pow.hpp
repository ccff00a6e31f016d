// SPDX-License-Identifier: BSL-1.0
// pow(x, y): x to the power y, for float, double and vectors of them, at compile time and at run
// time.
//
//   |x|^y = exp(y log |x|),   with log |x| and its product with y in two parts
//
// Accuracy: at most 0.82 ulp in float (680 million pairs were tried: runtime_tests/exhaustive), at
// most 1 ulp in double at the reference points, chosen to be hard. Subnormal numbers included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: the special values of C, Annex F: pow(x, ±0) = 1 and pow(1, y) = 1, even for a
// NaN. Other NaNs spread. pow(±0, y), pow(±inf, y) and pow(x, ±inf) are 0, 1 or infinite, with the
// sign of x where y is an odd integer. pow(x < 0, y) = NaN for a finite x and a y that is no
// integer, at run time, and does not compile as a constant.
// Source: the reductions of log and exp; Dekker's exact product.
#ifndef ATTN_MATH_POW_HPP
#define ATTN_MATH_POW_HPP

#include <type_traits>

#include <attn/detail/element.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/exp.hpp>
#include <attn/math/log.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

namespace detail {

template <class V>
ATTN_INLINE constexpr V magnitude(const V& x) {
  using words = words_of<V>;
  return bits_as<V>(words(bits_as<words>(x) & attn::detail::limits<element_of<words>>::max));
}

// exp(high + low), where low is small, or anything where high is out of range.
template <class V>
ATTN_INLINE constexpr V exp_of_parts(const parts<V>& x) {
  using attn::detail::at_least, attn::detail::at_most;
  using T = element_of<V>;
  using c = exp_constants<T>;
  using words = words_of<V>;
  constexpr T tiny = T(0x1p-10);  // changes nothing above `highest` or below `lowest`
  const V high =
      at_most(at_least(x.high, rounded(splat<V>(c::lowest))), rounded(splat<V>(c::highest)));
  const V low = at_most(at_least(x.low, rounded(splat<V>(-tiny))), rounded(splat<V>(tiny)));

  // As exp does, with one part more in the last sum.
  const V shifted = rounded(high * c::log2e) + c::round_to_integer;
  const V n = shifted - c::round_to_integer;
  const V r_high = high - rounded(n * c::ln2_high);
  const V r_low = rounded(n * c::ln2_low) - low;
  const V r = r_high - r_low;
  const V r2 = rounded(r * r);
  const V bent = rounded(r2 * exp_polynomial(r, r2));
  const parts<V> sum = sum_in_parts(splat<V>(T(1)), r_high);
  const V y = sum.high + (sum.low + (bent - r_low));

  const words k = bits_as<words>(shifted) - bits_as<words>(splat<V>(c::round_to_integer));
  if constexpr (std::is_arithmetic_v<V>) {
    // GCC does not take a scalar overflow for a constant.
    if (std::is_constant_evaluated()) {
      if (k > c::bias + 1 || (k == c::bias + 1 && y >= T(1)))
        return attn::detail::limits<T>::infinity;
    }
  }
  return times_power_of_two(y, k);
}

}  // namespace detail

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V pow_lanes(const V& x, const V& y) {
  using attn::detail::at_least, attn::detail::at_most;
  using detail::bits_as, detail::rounded, detail::select_less, detail::splat;
  using T = detail::element_of<V>;
  using words = detail::words_of<V>;
  using word = detail::element_of<words>;
  using limits = attn::detail::limits<T>;
  const V zero = splat<V>(T(0)), one = splat<V>(T(1)), half = splat<V>(T(0.5));
  const V infinity = splat<V>(attn::detail::infinity_of<T>()), largest = splat<V>(limits::max);
  const V smallest = splat<V>(limits::denorm_min);
  const V x_size = detail::magnitude(x), y_size = detail::magnitude(y);

  // |x|^y for ordinary numbers. Beyond 2^70 all that counts of y is its sign, unless x is ±1.
  const V beyond = rounded(splat<V>(T(0x1p+70)));
  const V bounded = at_least(at_most(y, beyond), V(-beyond));
  const detail::parts<V> exponent =
      detail::product_in_parts(detail::log_in_parts(x_size), detail::parts<V>{bounded, zero});
  V power = detail::exp_of_parts(exponent);

  // Zero, infinity, NaN.
  const V of_infinity = select_less(y, zero, zero, infinity);
  const V of_zero = select_less(y, zero, infinity, zero);
  power = select_less(x_size, infinity, power, select_less(largest, x_size, of_infinity, x));
  power = select_less(x_size, smallest, of_zero, power);
  power = select_less(y_size, infinity, power, select_less(largest, y_size, power, y));

  // A negative x: how far y / 2 is from an integer says whether y is even, odd, or neither. What is
  // large is even. What is small is neither (0 is decided below), even if its half is not exact.
  constexpr T integers_above = T(word{1} << detail::exp_constants<T>::mantissa_bits);
  const V some = at_least(y_size, splat<V>(limits::min));
  const V half_y = rounded(at_most(some, splat<V>(2 * integers_above)) * half);
  const V distance = detail::magnitude(V(((half_y + integers_above) - integers_above) - half_y));
  const V nan = attn::detail::splat_nan<V>();
  const V real = select_less(zero, distance, select_less(distance, half, nan, power), power);
  power = select_less(x, zero, select_less(x_size, infinity, real, power), power);
  const V of_sign = select_less(distance, half, x_size, x);
  const words sign = bits_as<words>(of_sign) & attn::detail::limits<word>::min;
  power = bits_as<V>(attn::detail::inclusive_or(bits_as<words>(power), sign));

  power = select_less(detail::magnitude(V(x - T(1))), smallest, one, power);
  return select_less(y_size, smallest, one, power);
}

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void fractional_power_of_a_negative_number() noexcept {}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T pow(T x, T y) noexcept {
  if (std::is_constant_evaluated()) {
    if (x == T(1) || y == T(0)) return T(1);  // of a NaN too, with which nothing is computed
    const T power = pow_lanes(x, y);
    if (x < T(0) && power != power) fractional_power_of_a_negative_number();
    return power;
  }
  return pow_lanes(x, y);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(pow, (const T& a, [[maybe_unused]] const T& b), (a, b),
                          "pow(a, b): the element type has no pow; define pow(T, T)")
ATTN_STRICT_FP_END

#endif
