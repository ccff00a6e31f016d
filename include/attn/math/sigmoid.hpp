// SPDX-License-Identifier: BSL-1.0
// sigmoid(x): 1 / (1 + exp(-x)), the logistic function, for float, double and vectors of them, at
// compile time and at run time.
//
//   sigmoid(x) = t for x < 0, else 1 - t;   t = 1 / (1 + exp |x|)
//
// Accuracy: at most 0.92 ulp in float (every float was tried: runtime_tests/exhaustive), at most
// 1 ulp in double at the reference points, chosen to be hard; subnormal results included. Only
// + - * / and integer operations, no table, no fused multiply-add, hence the same bits everywhere.
// Special values: sigmoid(±0) = 1/2, sigmoid(-inf) = +0, sigmoid(+inf) = 1, sigmoid(NaN) = NaN.
// Source: the identity above, with the reduction and the polynomial of exp.
#pragma once

#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>
#include <attn/math/detail/function_of_a_scalar.hpp>
#include <attn/math/detail/sigmoid_parts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

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
