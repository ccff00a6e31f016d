// SPDX-License-Identifier: BSL-1.0
// A function whose program for vectors does not know all numbers, in constant evaluation: the lanes
// from low to high by that program, at once, and the others by that of a scalar, one by one.
#pragma once

#include <cstddef>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class V, class T, class Program, class Scalar>
ATTN_ABI constexpr V scalar_fallback(const V& x, T low, T high, const Program& program,
                                     const Scalar& scalar) {
  using array = block<T, lanes_of<V>>;
  auto lanes = bits_as<array>(x);
  std::size_t exceptions = 0;
  for (T& lane : lanes.data) {
    if (lane >= low && lane <= high) continue;
    lane = high;
    ++exceptions;
  }
  const V y = program(bits_as<V>(lanes));
  if (exceptions == 0) return y;
  auto results = bits_as<array>(y);
  lanes = bits_as<array>(x);
  for (std::size_t i = 0; i < lanes_of<V>; ++i)
    if (!(lanes.data[i] >= low && lanes.data[i] <= high)) results.data[i] = scalar(lanes.data[i]);
  return bits_as<V>(results);
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
