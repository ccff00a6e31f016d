// SPDX-License-Identifier: BSL-1.0
// Numbers that depend only on a seed and an index: SplitMix64 without a state.
//
//   splitmix64(seed, i)                                         word i, 64 bits
//   splitmix_number<splitmix::u24>(seed, i)                     number i, a double
//   splitmix_fill<splitmix::s24, tensor<float, token>>(seed)    element i is number i, row-major
//
//   u24: (z >> 40) / 2^24              in [0, 1)        z is the word
//   s24: ((z >> 40) - 2^23) / 2^23     in [-1, 1)
//   s12: ((z >> 52) - 2^11) / 2^11     in [-1, 1)
//   q6:  ((z >> 58) - 32) / 32         in [-1, 1)
//
// Exact, also in float. The order of evaluation does not matter, because there is no state.
// Rule: floating_point_element.
//
//   G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
//   OOPSLA 2014; the mixing function is D. Stafford's variant 13
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/constant/row.hpp>
#include <attn/tensor/concepts.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

// The numbers in constant evaluation: a whole line of them as one vector, and what is made of whole
// lines becomes the result in one step. Element by element it is splitmix_number.

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

namespace attn {

// The grids that the numbers lie on: how many leading bits of a word, and whether 0 is in the
// middle or at the beginning.
namespace splitmix {

struct u24 {
  static constexpr int bits = 24;
  static constexpr bool centered = false;
};
struct s24 {
  static constexpr int bits = 24;
  static constexpr bool centered = true;
};
struct s12 {
  static constexpr int bits = 12;
  static constexpr bool centered = true;
};
struct q6 {
  static constexpr int bits = 6;
  static constexpr bool centered = true;
};

template <class Grid>
concept grid = requires {
  { Grid::bits } -> std::convertible_to<int>;
  { Grid::centered } -> std::convertible_to<bool>;
};

}  // namespace splitmix

ATTN_ABI constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t s = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9u;
  s = (s ^ (s >> 27)) * 0x94D049BB133111EBu;
  return s ^ (s >> 31);
}

template <splitmix::grid Grid>
ATTN_ABI constexpr double splitmix_number(std::uint64_t seed, std::uint64_t i) {
  constexpr std::int32_t unit = std::int32_t{1} << (Grid::bits - (Grid::centered ? 1 : 0));
  const auto leading = static_cast<std::int32_t>(splitmix64(seed, i) >> (64 - Grid::bits));
  // A division by a power of two is exact.
  return static_cast<double>(Grid::centered ? leading - unit : leading) / unit;
}

namespace detail {
template <class Grid, class Tensor>
ATTN_ABI constexpr Tensor splitmix_tensor(std::uint64_t seed) {
  using T = typename Tensor::value_type;
  if constexpr (constant::fills_lines<Tensor, T, Tensor::volume, Grid::bits>) {
    if (std::is_constant_evaluated())
      return constant::splitmix_numbers<Grid::bits, Grid::centered, Tensor, Tensor::volume>(seed,
                                                                                            T(1));
  }
  Tensor result(uninitialized);
  std::uint64_t i = 0;
  for (T& element : result) element = static_cast<T>(splitmix_number<Grid>(seed, i++));
  return result;
}
}  // namespace detail

template <splitmix::grid Grid, class Tensor>
ATTN_ABI constexpr auto splitmix_fill(std::uint64_t seed) {
  using call = rules::floating_call<Tensor>;
  ATTN_REQUIRE(call, floating_point,
               "attn::splitmix_fill<grid, tensor>(seed): requires a floating-point element type");
  if constexpr (call::all::value)
    return detail::splitmix_tensor<Grid, Tensor>(seed);
  else
    return Tensor();
}

}  // namespace attn
ATTN_STRICT_FP_END
