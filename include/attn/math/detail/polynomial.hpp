// SPDX-License-Identifier: BSL-1.0
// c0 + c1 x + c2 x^2 + ... by Estrin's scheme, short chains of dependent operations; the same order
// everywhere. For a V of detail/vector.hpp.
#pragma once

#include <bit>
#include <cstddef>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Coefficients From, From + 1, ... (Count of them); powers[i] = x^(2^i).
template <std::size_t From, std::size_t Count, class V, std::size_t Powers, std::size_t N>
ATTN_INLINE constexpr V polynomial_part(const block<V, Powers>& powers,
                                        const element_of<V> (&c)[N]) {
  constexpr std::size_t below = std::bit_floor(Count - 1);
  constexpr std::size_t last = std::bit_width(below) - 1;
  const V& power = powers.data[last];
  if constexpr (Count == 2)
    return rounded(power * c[From + 1]) + c[From];
  else if constexpr (Count == below + 1)
    return polynomial_part<From, below>(powers, c) + rounded(power * c[From + below]);
  else
    return polynomial_part<From, below>(powers, c) +
           rounded(polynomial_part<From + below, Count - below>(powers, c) * power);
}

template <class V, std::size_t N>
  requires(N >= 2)
ATTN_INLINE constexpr V polynomial(const V& x, const element_of<V> (&c)[N]) {
  constexpr std::size_t count = std::bit_width(N - 1);
  block<V, count> powers{};
  powers.data[0] = x;
  for (std::size_t i = 1; i < count; ++i)
    powers.data[i] = rounded(powers.data[i - 1] * powers.data[i - 1]);
  return polynomial_part<0, N>(powers, c);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
