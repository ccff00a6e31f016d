// SPDX-License-Identifier: BSL-1.0
// Numbers of SplitMix64 in constant evaluation: a whole line of them as one vector, and what is
// made of whole lines becomes the result in one step. Element by element it is random/splitmix.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/constant/row.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

inline constexpr std::size_t at_once = 256;

// The words of a line differ by multiples of this.
inline constexpr std::uint64_t stride = 0x9E3779B97F4A7C15u;
struct multiples {
  std::uint64_t data[at_once];
};
inline constexpr multiples multiples_of_stride = [] {
  multiples m{};
  for (std::size_t i = 0; i < at_once; ++i) m.data[i] = (i + 1) * stride;
  return m;
}();

// Clang 18 converts no vector of integers into one of another type.
#if defined(__clang_major__) && __clang_major__ < 19
inline constexpr bool converts_vectors = false;
#else
inline constexpr bool converts_vectors = true;
#endif

// Whether this number of elements of T fills whole lines, and is exact.
template <class Storage, class T, std::size_t Count, int Bits>
inline constexpr bool fills_lines =
    converts_vectors && made_of_lines<Storage, T, at_once, Count> && Bits <= 24;

// Count numbers from word 0 on, times a scale. (Lanes is a parameter, so that nobody looks at a
// vector of them where there are none.)
template <int Bits, bool Centered, class Storage, std::size_t Count, class T,
          std::size_t Lanes = at_once>
ATTN_ABI constexpr Storage splitmix_numbers(std::uint64_t seed, T scale) {
  using words = vec<std::uint64_t, Lanes>;
  using integers = vec<std::int64_t, Lanes>;
  constexpr std::int64_t unit = std::int64_t{1} << (Bits - (Centered ? 1 : 0));
  constexpr std::int64_t origin = Centered ? unit : 0;
  constexpr T step = T(1) / static_cast<T>(unit);  // a power of two
  lines<T, Lanes, Count / Lanes> all{};
  for (auto& numbers : all.of) {
    words s = bits_as<words>(multiples_of_stride) + seed;
    s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9u;
    s = (s ^ (s >> 27)) * 0x94D049BB133111EBu;
    s = (s ^ (s >> 31)) >> (64 - Bits);
    const integers on_grid = __builtin_convertvector(s, integers) - origin;
    numbers = __builtin_convertvector(on_grid, vec<T, Lanes>) * step;
    if (scale != T(1)) numbers = numbers * scale;
    seed += Lanes * stride;
  }
  return bits_as<Storage>(all);
}

}  // namespace attn::detail::constant
ATTN_STRICT_FP_END
