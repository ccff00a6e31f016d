// SPDX-License-Identifier: BSL-1.0
// What attn/learning/sgd.hpp promises; the numbers are PyTorch's.
#pragma once

#include <attn/layers/linear.hpp>
#include <attn/learning/sgd.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/optimized.hpp"

namespace attn_tests::sgd_tests {

using namespace attn;
namespace torch = reference::optimizers;

constexpr report plain() {
  static_assert(!sgd_options{}.nesterov);
  return leads_where_torch_goes(sgd(point{}, {.lr = 0.05}), torch::sgd_plain);
}
constexpr report momentum() {
  return leads_where_torch_goes(
      sgd(point{}, {.lr = 0.03, .momentum = 0.9, .dampening = 0.2, .weight_decay = 0.01}),
      torch::sgd_momentum);
}
constexpr report nesterov() {
  return leads_where_torch_goes(sgd(point{}, {.lr = 0.02, .momentum = 0.8, .nesterov = true}),
                                torch::sgd_nesterov);
}

constexpr report a_model_at_another_rate() {
  report r;
  using layer = nn::linear<float, dim<5>, dim<3>, output_by_input>;
  layer model{launder(filled<tensor<float, dim<3>, dim<5>>>(1)),
              launder(tensor<float, dim<3>>{1, 2, 3})};
  const layer before = model;
  const layer slopes{filled<tensor<float, dim<3>, dim<5>>>(3), tensor<float, dim<3>>{1, 0, -1}};
  sgd optimizer(model, {.lr = 100});
  optimizer.step(model, slopes, 0.5);
  r.check(bitwise_equal(model.weight, before.weight - slopes.weight * 0.5f));
  r.check(model.bias == tensor<float, dim<3>>{0.5f, 2, 3.5f});
  r.check(optimizer.steps == 1);
  r.bits(model.weight);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"plain, as PyTorch", plain},
    {"momentum, dampening and decay, as PyTorch", momentum},
    {"Nesterov, as PyTorch", nesterov},
    {"a model at another rate", a_model_at_another_rate},
};

}  // namespace attn_tests::sgd_tests
