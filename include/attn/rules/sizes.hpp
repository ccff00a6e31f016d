// SPDX-License-Identifier: BSL-1.0
// Sums and products of sizes that do not wrap around, and the maximum size of an object.
//
//   saturating_product(a, b, …)   a * b * …, or largest_size if that is smaller
//   saturating_sum(a, b, …)       a + b + …, likewise
//   largest_object                in bytes; the rule `addressable` (relations.hpp) compares with it
//   max_rank                      the number of axes that a tensor can have
//
// Two axes of 2^32 indices have 2^64 elements, which a std::size_t would count as none. A volume
// that is not known to fit is computed with these: too large stays too large.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/abi.hpp>
#include <attn/version.hpp>

namespace attn {
inline constexpr std::size_t max_rank = 6;
}  // namespace attn

namespace attn::rules {

inline constexpr std::size_t largest_size = SIZE_MAX;

// No array may be larger than PTRDIFF_MAX bytes; Clang's arrays end at 2^61 already. Half of that,
// so that rounding up to the alignment does not overflow.
inline constexpr std::size_t largest_object = sizeof(std::size_t) > 4
                                                  ? static_cast<std::size_t>(PTRDIFF_MAX) / 8
                                                  : static_cast<std::size_t>(PTRDIFF_MAX) - 63;

template <class... Sizes>
ATTN_ABI constexpr std::size_t saturating_product(Sizes... size) {
  std::size_t all = 1;
  bool fits = true;
  ((fits = fits && (size == 0 || all <= largest_size / size), all = fits ? all * size : all), ...);
  return fits ? all : largest_size;
}

template <class Size = std::size_t, class... Sizes>
ATTN_ABI constexpr Size saturating_sum(Sizes... size) {
  [[maybe_unused]] constexpr auto largest = static_cast<Size>(-1);
  Size all = 0;
  ((all = all <= largest - size ? all + size : largest), ...);
  return all;
}

}  // namespace attn::rules
