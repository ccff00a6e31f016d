// SPDX-License-Identifier: BSL-1.0
// assume_at_most(x, bound), assume_at_least(x, bound): x, with a bound that the caller knows: for
// example, exp(x - m) is at most 1 if m is the maximum.
//
// Exact: x itself, and nothing is computed or checked. A customisation point: a scalar with bounds,
// such as interval, intersects them with the given one, which is a number of any arithmetic type. A
// wrong assumption makes proofs wrong.
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
