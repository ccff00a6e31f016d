// SPDX-License-Identifier: BSL-1.0
// What sigmoid is made of, for a V of detail/vector.hpp, lane by lane.
#ifndef ATTN_MATH_SIGMOID_HPP
#define ATTN_MATH_SIGMOID_HPP

#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math::detail {

// sigmoid(-|x|)
template <class V>
ATTN_INLINE constexpr V sigmoid_below_zero(const V& x) {
  using attn::detail::at_most, attn::detail::rounded, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  constexpr T vanishes = -exp_constants<T>::lowest;

  const V a = at_most(flipped(x, sign_of(x)), rounded(splat<V>(vanishes)));
  const V one = splat<V>(T(1));

  // exp(a) = 2^k (1 + s); 2^-k is made of two factors, as its last product may be subnormal.
  const auto e = exp_in_parts(a);
  const auto half = e.k >> 1;
  const V scale = power_of_two<V>(-half);
  const V rest = power_of_two<V>(half - e.k);
  // 2^-k + (1 + s), which is at least 1/2
  const auto first = sum_in_parts(one, rounded(scale * rest));
  const auto sum = sum_in_parts(first.high, e.s);
  const V inverse = reciprocal(parts<V>{sum.high, first.low + sum.low});
  return rounded(rounded(inverse * scale) * rest);
}
// Of x and of -x: of both for little more than of one.
template <class V>
struct two_sigmoids {
  V of_x, of_minus_x;
};
template <class V>
ATTN_INLINE constexpr two_sigmoids<V> sigmoid_of_both(const V& x) {
  using attn::detail::select_less, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  const V zero = splat<V>(T(0));
  const V t = sigmoid_below_zero(x), other = splat<V>(T(1)) - t;
  return {select_less(x, zero, t, other), select_less(zero, x, t, other)};
}

}  // namespace attn::math::detail

namespace attn::math {

// sigmoid(x): 1 / (1 + exp(-x)), the logistic function, for float, double and vectors of them, at
// compile time and at run time.
//
//   sigmoid(x) = t for x < 0, else 1 - t;   t = 1 / (1 + exp |x|)
//
// Accuracy: at most 0.92 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard. Subnormal results included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: sigmoid(±0) = 1/2, sigmoid(-inf) = +0, sigmoid(+inf) = 1, sigmoid(NaN) = NaN.
// Source: the identity above, with the reduction and the polynomial of exp.

// Lane by lane, for a V of detail/vector.hpp.
template <class V>
ATTN_INLINE constexpr V sigmoid_lanes(const V& x) {
  using attn::detail::select_less, attn::detail::splat;
  using T = attn::detail::element_of<V>;
  const V t = detail::sigmoid_below_zero(x);
  return select_less(x, splat<V>(T(0)), t, splat<V>(T(1)) - t);
}
template <class T>
  requires attn::detail::binary_format<T>
ATTN_ABI constexpr T sigmoid(T x) noexcept {
  return sigmoid_lanes(x);
}

}  // namespace attn::math
ATTN_FUNCTION_OF_A_SCALAR(sigmoid, (const T& a), (a),
                          "sigmoid(x): the element type has no sigmoid; define sigmoid(T)")
ATTN_STRICT_FP_END

#endif
