// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/certify.hpp promises. At random: runtime_tests/scalars/affine_fuzz.cpp.
#pragma once

#include <attn/layers/norm.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/certify.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::certify_tests {

using namespace attn;
using row = axis<"row", 2>;
using label = axis<"label", 3>;
using logits = tensor<float, row, label>;
inline constexpr float infinity = std::numeric_limits<float>::infinity();

constexpr auto itself = [](const auto& x) { return x; };

static_assert(rules::certify_call<decltype(itself), logits>::holds);
static_assert(!rules::certify_call<decltype(itself), tensor<int, row>>::holds);

constexpr report margins() {
  report r;
  const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
  const auto c = certify(itself, x, 0.25);
  static_assert(std::is_same_v<decltype(c), const certificate<float, 6, row, label>>);
  const auto by_row = c.margin<"label">();
  static_assert(std::is_same_v<decltype(by_row), const tensor<float, row>>);
  r.check(by_row(0) > 0.4999f && by_row(0) <= 0.5f && by_row(1) > 1.4999f && by_row(1) <= 1.5f);
  r.check(certify(itself, x, 0.75).margin<"label">()(0) < 0);
  r.check(within(c.bounds(), -8.25001, 3.25001) && encloses(c.bounds(), x));
  r.check(c.margin<"row">()(0) > 4.4999f);
  const auto one = certify(itself, launder(tensor<float, axis<"label", 1>>{5}), 1);
  r.check(one.margin<"label">() == tensor<float>{infinity});
  r.bits(by_row);
  return r;
}

// What both rows of an addition have in common does not matter.
constexpr report common_terms() {
  report r;
  const auto f = [](const auto& x) { return layer_norm(x) + x - x; };
  const logits x = launder(logits{{1, 3, 2}, {-4, -8, -6}});
  const auto c = certify(f, x, 0.01),
             plain = certify([](const auto& y) { return layer_norm(y); }, x, 0.01);
  r.check(encloses(c.bounds(), f(x)) && bounded(c.bounds()));
  for (std::size_t i = 0; i < 6; ++i)
    r.check(c.output.data()[i].radius() < plain.output.data()[i].radius() + 1e-4f);
  return r;
}

constexpr report without_a_bound() {
  report r;
  const auto f = [](const auto& x) { return 1 / x(0, 0) * x; };
  const auto c = certify(f, launder(logits{{0, 1, 2}, {3, 4, 5}}), 0.5);
  r.check(!bounded(c.bounds()) && c.margin<"label">()(0) == -infinity);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"margins", margins},
    {"common terms", common_terms},
    {"without a bound", without_a_bound},
};

}  // namespace attn_tests::certify_tests
