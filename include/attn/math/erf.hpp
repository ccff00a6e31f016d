// SPDX-License-Identifier: BSL-1.0
// erf(x): the error function, 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x, for float,
// double and vectors of them, at compile time and at run time.
//
//   erf |x| = |x| + |x| p(x^2) for |x| < 7/8, else 1 - exp(-x^2) q(|x|)
//
// Accuracy: at most 0.91 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard. Subnormal numbers included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: erf(±0) = ±0, erf(±inf) = ±1, erf(NaN) = NaN. Odd: erf(-x) = -erf(x).
// Source: minimax polynomials (Remez): p for erf(x) / x - 1, about x^2 = 1/4, where its terms stay
// small; q for exp(x^2) (1 - erf x), in (x - 7/8) / (x + 3), which makes its terms few; exp's
// reduction and polynomial, of a square in two parts.
#ifndef ATTN_MATH_ERF_HPP
#define ATTN_MATH_ERF_HPP

#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/polynomial.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

namespace detail {

template <class T>
struct erf_constants;

template <>
struct erf_constants<float> {
  static constexpr float border = 0.875f;
  static constexpr float saturates = 3.95f;  // the result is 1, here and some way before
  static constexpr float p_centre = 0.25f;
  static constexpr float q_pole = 3;
  ATTN_ABI static constexpr float p[] = {0.040999755f, -0.32443434f,   0.09452046f, -0.02214092f,
                                         0.004261691f, -0.0006909796f, 8.6754e-05f};
  static constexpr float q0 = 0.464311583f;
  ATTN_ABI static constexpr float q[] = {-1.22385629f, 1.59843318f, -1.45107123f, 0.863614808f,
                                         -0.266471448f};
};

template <>
struct erf_constants<double> {
  static constexpr double border = 0.875;
  static constexpr double saturates = 6;
  static constexpr double p_centre = 0.25;
  static constexpr double q_pole = 3;
  ATTN_ABI static constexpr double p[] = {
      0x1.4fdeb831dba45p-5,  -0x1.4c3884e5e2e4cp-2,  0x1.8327e8797ab01p-4,  -0x1.6ac103422e9a2p-6,
      0x1.173b1537ad450p-8,  -0x1.6aed6f377e67ap-11, 0x1.975045fe4cf9ep-14, -0x1.91d246c4ebe53p-17,
      0x1.616ebd2079b25p-20, -0x1.18623d1c635c0p-23, 0x1.934fab0bf2c88p-27, -0x1.dbd1cefef81bdp-31};
  static constexpr double q0 = 0x1.db747ee409ac5p-2;
  ATTN_ABI static constexpr double q[] = {
      -0x1.394ea651893d7p+0, 0x1.9932fe1808f14p+0,   -0x1.7376f81a5fa4fp+0, 0x1.b999be9ff3a87p-1,
      -0x1.06746fba37f29p-2, -0x1.3d8d937d731cep-5,  0x1.b6d127a201cbap-5,  0x1.3db3060872709p-12,
      -0x1.671b28bf8edb8p-7, -0x1.40bacdfbcc377p-10, 0x1.0de43ba0ab43dp-8,  -0x1.15378b46dd583p-10};
};

// 1 - erf(a), for an a from `border` to `saturates`.
template <class V>
ATTN_INLINE constexpr V erf_complement(const V& a) {
  using c = erf_constants<element_of<V>>;
  // a * a = upper * upper, which is exact, + (a - upper) (a + upper)
  const V upper = upper_half(a);
  const auto e = exp_in_parts(-rounded(upper * upper), -rounded((a - upper) * (a + upper)));
  const V v = attn::detail::quotient(V(a - c::border), V(a + c::q_pole));
  // exp(-a^2) q = 2^k (q + q s), q = q0 + rest: the largest term meets one rounding only.
  const V rest = rounded(v * attn::detail::polynomial(v, c::q));
  const V sum = c::q0 + (rest + rounded((c::q0 + rest) * e.s));
  return rounded(sum * power_of_two<V>(e.k));
}

}  // namespace detail

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V erf_lanes(const V& x) {
  using attn::detail::at_most, attn::detail::polynomial, attn::detail::rounded,
      attn::detail::select_less, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  using c = detail::erf_constants<T>;

  const auto sign = detail::sign_of(x);
  const V a = at_most(detail::flipped(x, sign), rounded(splat<V>(c::saturates)));
  const V below = a + rounded(a * polynomial(rounded(a * a) - c::p_centre, c::p));
  const V above = T(1) - detail::erf_complement(a);
  const V t = select_less(a, splat<V>(c::border), below, above);
  return detail::flipped(t, sign);
}

template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T erf(T x) noexcept {
  return erf_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(erf, (const T& a), (a),
                          "erf(x): the element type has no erf; define erf(T)")
ATTN_STRICT_FP_END

#endif
