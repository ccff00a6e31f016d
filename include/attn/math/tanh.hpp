// SPDX-License-Identifier: BSL-1.0
// tanh(x): the hyperbolic tangent, for float, double and vectors of them, at compile time and at
// run time.
//
//   tanh |x| = |x| - |x|^3 / q(x^2) for |x| < 3/4, else 1 - 2 / (1 + exp(2 |x|))
//
// Accuracy: at most 0.87 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard. Subnormal numbers included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: tanh(±0) = ±0, tanh(±inf) = ±1, tanh(NaN) = NaN. Odd: tanh(-x) = -tanh(x).
// Source: the first step of tanh's continued fraction, with a minimax polynomial q (Remez) for the
// rest; exp's reduction and polynomial. Every lane computes both sides, but divides once.
#ifndef ATTN_MATH_TANH_HPP
#define ATTN_MATH_TANH_HPP

#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

namespace detail {

template <class T>
struct tanh_constants;

template <>
struct tanh_constants<float> {
  static constexpr float saturates = 10;  // the result is 1, here and some way before
  ATTN_ABI static constexpr float q[] = {3.0f, 1.1999987f, -0.005707035f, 0.00023814816f};
};

template <>
struct tanh_constants<double> {
  static constexpr double saturates = 20;
  ATTN_ABI static constexpr double q[] = {
      0x1.8000000000001p+1,   0x1.33333333332b2p+0,  -0x1.767dce42a88c3p-8,  0x1.0a4e1522f47fcp-12,
      -0x1.997c76e13608bp-17, 0x1.4168f58691b42p-21, -0x1.f9006d1d1f942p-26, 0x1.63d9313ce95aep-30};
};

}  // namespace detail

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V tanh_lanes(const V& x) {
  using attn::detail::at_most, attn::detail::polynomial, attn::detail::rounded,
      attn::detail::select_less, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  using c = detail::tanh_constants<T>;

  const auto sign = detail::sign_of(x);
  const V a = at_most(detail::flipped(x, sign), rounded(splat<V>(c::saturates)));
  const V a2 = rounded(a * a);
  const V q = polynomial(a2, c::q);
  // 1 + exp(2 a)
  const auto e = detail::exp_in_parts(a + a);
  const V power = detail::power_of_two<V>(e.k);
  const V b = (power + T(1)) + rounded(power * e.s);

  // a - a^3 / q, or 3/4 + (b / 4 - 2) / b: 1 - 2 / b with a smaller quotient, so a smaller error.
  constexpr T quarter = T(0.25);
  const V border = splat<V>(3 * quarter);
  const V first = select_less(a, border, a, border);
  const V above = select_less(a, border, -rounded(a2 * a), rounded(b * quarter) - T(2));
  const V t = first + attn::detail::quotient(above, V(select_less(a, border, q, b)));
  return detail::flipped(t, sign);
}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T tanh(T x) noexcept {
  return tanh_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(tanh, (const T& a), (a),
                          "tanh(x): the element type has no tanh; define tanh(T)")
ATTN_STRICT_FP_END

#endif
