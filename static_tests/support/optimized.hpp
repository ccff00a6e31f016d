// SPDX-License-Identifier: BSL-1.0
// Fifty steps of an optimiser, and where they lead: compared with PyTorch's, static_tests/reference/
// optimizers.hpp, of the same start and loss.
#pragma once

#include <attn/learning/gradient.hpp>
#include <attn/ops/dot.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/tensor/check.hpp>

#include "static_tests/reference/optimizers.hpp"
#include "static_tests/support/behaviour.hpp"

namespace attn_tests {
using point = attn::tensor<double, attn::dim<6>>;

inline constexpr auto loss_of_point = [](const auto& p) {
  using namespace attn;
  const auto d = p - type_as(point{1.0, 0.25, -0.5, 0.3, 2.0, 1.5}, p);
  const auto square = multiply(d, d);
  const auto neighbours = multiply(narrow<0, 5>(p, 0), narrow<0, 5>(p, 1));
  return sum<0>(square + multiply(square, square) * 0.1) + sum<0>(neighbours) * 0.2;
};

// The parameters after 1, 2, 3, 10 and 50 steps.
template <class Optimizer>
constexpr reference::optimizers::trajectory optimized(Optimizer optimizer) {
  using namespace attn;
  reference::optimizers::trajectory path;
  point p = launder(point{0.5, -1.25, 2.0, 0.0, -0.75, 1.5});
  std::size_t row = 0;
  for (int step = 1; step <= 50; ++step) {
    optimizer.step(p, gradient(loss_of_point, p));
    if (step == 1 || step == 2 || step == 3 || step == 10 || step == 50) {
      for (std::size_t i = 0; i < 6; ++i) path(row, i) = p(i);
      ++row;
    }
  }
  return path;
}

template <class Optimizer>
constexpr report leads_where_torch_goes(
    const Optimizer& optimizer, const reference::optimizers::trajectory& wanted) {
  report r;
  const auto path = optimized(optimizer);
  r.check(attn::is_close(path, wanted, 1e-12, 1e-13));
  r.bits(path);
  return r;
}
}  // namespace attn_tests
