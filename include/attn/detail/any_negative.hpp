// SPDX-License-Identifier: BSL-1.0
// Whether a lane of a vector is negative, as one answer: what is left to a scalar loop.
#pragma once

#include <cstdint>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Is any of these integers negative? At run time.
template <class Words>
ATTN_INLINE bool any_negative(const Words& v) {
  if constexpr (sizeof(Words) > 16) {
    using half = vec<element_of<Words>, lanes_of<Words> / 2>;
    return any_negative(half(half_of<half, 0>(v) | half_of<half, lanes_of<half>>(v)));
  } else {
    using word = element_of<Words>;
    const auto pair = bits_as<block<std::uint64_t, 2>>(v);
    constexpr std::uint64_t signs = sizeof(word) == 4 ? 0x8000000080000000 : 0x8000000000000000;
    return ((pair.data[0] | pair.data[1]) & signs) != 0;
  }
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
