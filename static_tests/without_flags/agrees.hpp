// SPDX-License-Identifier: BSL-1.0
// Models as large as compilers evaluate without a flag, compared with numbers.py: an independent
// program, in plain Python and double precision.
#pragma once

#include <attn/tensor/tensor.hpp>

#include "static_tests/without_flags/numbers.hpp"

namespace attn_tests::without_flags {

constexpr bool close(double x, double wanted) {
  const double difference = x < wanted ? wanted - x : x - wanted;
  const double size = wanted < 0 ? -wanted : wanted;
  return difference <= 1e-4 + 1e-4 * size;
}

// The first element, the last, the sum of all and the sum of squares: as a float model has them.
template <class T, class... Axes>
constexpr bool agrees(const attn::tensor<T, Axes...>& x, const double (&wanted)[4]) {
  double sum = 0, squares = 0;
  for (const double e : x) {
    sum += e;
    squares += e * e;
  }
  const T* all = x.data();
  return close(all[0], wanted[0]) && close(all[x.size() - 1], wanted[1]) && close(sum, wanted[2]) &&
         close(squares, wanted[3]);
}

}  // namespace attn_tests::without_flags
