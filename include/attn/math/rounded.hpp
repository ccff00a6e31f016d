// SPDX-License-Identifier: BSL-1.0
// rounded(x): x, which the compiler may not fuse with the operation that uses it. A product whose
// sum is computed by one instruction, a fused multiply-add, is not rounded by itself, and the bits
// depend on the processor. The library's own products pass through it; so should those of an
// element type of yours that is made of float or double, if its bits are to be the same everywhere.
//
//   friend constexpr number operator*(number a, number b) {
//     return number(math::rounded(a.value * b.value));
//   }
//
// Exact; at compile time there is nothing to prevent.
#pragma once

#include <concepts>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::math {

template <std::floating_point T>
ATTN_ABI constexpr T rounded(T x) noexcept {
  return attn::detail::rounded(x);
}

}  // namespace attn::math
ATTN_STRICT_FP_END
