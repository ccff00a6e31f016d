// SPDX-License-Identifier: BSL-1.0
// What attn/learning/clip.hpp promises; the numbers are PyTorch's.
#pragma once

#include <attn/layers/linear.hpp>
#include <attn/learning/clip.hpp>
#include <attn/tensor/check.hpp>
#include <tuple>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::clip_tests {

using namespace attn;

using two = tensor<double, dim<2>>;
using four = matrix<double, 2, 2>;

constexpr report by_norm() {
  report r;
  std::tuple<two, four> g{launder(two{3, -4}), launder(four{{1, 2}, {-2, 4}})};
  r.check(clip_gradient_norm(g, 2.5) == 7.0710678118654755);
  r.check(is_close(std::get<0>(g), two{1.0606600217798423, -1.4142133623731232}, 0, 1e-15));
  r.check(is_close(
      std::get<1>(g),
      four{{0.3535533405932808, 0.7071066811865616}, {-0.7071066811865616, 1.4142133623731232}}, 0,
      1e-15));
  // Below the bound nothing changes.
  const auto before = std::get<0>(g);
  const double norm = clip_gradient_norm(g, 9);
  r.check(norm > 2.4999996 && norm < 2.5 && bitwise_equal(std::get<0>(g), before));
  r.bits(norm);
  return r;
}

constexpr report of_a_model() {
  report r;
  using layer = nn::linear<float, dim<19>, dim<3>, output_by_input>;
  layer g{launder(filled<tensor<float, dim<3>, dim<19>>>(1)), tensor<float, dim<3>>{0, 3, -1}};
  double squares = 0;
  for (const float x : g.weight) squares += double(x) * double(x);
  squares += 10;
  const float norm = clip_gradient_norm(g, 1);
  r.check(double(norm) * double(norm) - squares < 1e-5 * squares &&
          squares - double(norm) * double(norm) < 1e-5 * squares);
  const float after = clip_gradient_norm(g, 100);
  r.check(after > 0.9999f && after < 1.00001f);
  r.bits(norm);
  r.bits(g.weight);
  return r;
}

constexpr report by_value() {
  report r;
  two g = launder(two{3, -0.25});
  clip_gradient_value(g, 0.5);
  r.check(g == two{0.5, -0.25});
  g = -g * 4;
  clip_gradient_value(g, 0.75);
  r.check(g == two{-0.75, 0.75});
  r.bits(g);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by norm", by_norm},
    {"of a model", of_a_model},
    {"by value", by_value},
};

}  // namespace attn_tests::clip_tests
