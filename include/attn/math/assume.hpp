// SPDX-License-Identifier: BSL-1.0
// assume_at_most(x, bound), assume_at_least(x, bound): x, of which the caller knows more than its
// operands show: exp(x - m) is at most 1, because m is the largest.
//
// Exact: x itself, and nothing is computed or checked. A customisation point: a scalar that bounds
// its values, as interval does, intersects them with the bound, which keeps its fraction. The bound
// is a number of any arithmetic type. An assumption that is wrong makes proofs wrong.
#pragma once

#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/version.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

template <class T, class Bound>
  requires std::is_arithmetic_v<Bound>
ATTN_ABI constexpr T assume_at_most(const T& x, const Bound&) {
  return x;
}
template <class T, class Bound>
  requires std::is_arithmetic_v<Bound>
ATTN_ABI constexpr T assume_at_least(const T& x, const Bound&) {
  return x;
}

}  // namespace attn::math
ATTN_STRICT_FP_END
