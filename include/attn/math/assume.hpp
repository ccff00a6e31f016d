// SPDX-License-Identifier: BSL-1.0
// assume_at_most(x, bound), assume_at_least(x, bound): x, of which the caller knows more than its
// operands say: exp(x - m) is at most 1, because m is the largest.
//
// Exact: x itself, and nothing is computed. A customisation point: a scalar that bounds its values,
// as interval does, intersects them with what is given. The caller has to be right.
#pragma once

namespace attn::math {

template <class T>
constexpr T assume_at_most(const T& x, int) {
  return x;
}
template <class T>
constexpr T assume_at_least(const T& x, int) {
  return x;
}

}  // namespace attn::math
