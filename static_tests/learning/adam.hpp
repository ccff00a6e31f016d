// SPDX-License-Identifier: BSL-1.0
// What attn/learning/adam.hpp promises; the numbers are PyTorch's.
#pragma once

#include <attn/layers/linear.hpp>
#include <attn/learning/adam.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/optimized.hpp"

namespace attn_tests::adam_tests {

using namespace attn;
namespace torch = reference::optimizers;

constexpr report by_default() {
  static_assert(adam_options{}.betas.second == betas_of_adam{}.second);
  static_assert(adamw_options{}.weight_decay == 0.01);
  return leads_where_torch_goes(adam(point{}, {.lr = 0.05}), torch::adam_plain);
}
constexpr report with_decay() {
  return leads_where_torch_goes(
      adam(point{}, {.lr = 0.02, .betas = {0.85, 0.99}, .eps = 1e-6, .weight_decay = 0.1}),
      torch::adam_decay);
}
constexpr report decoupled() {
  return leads_where_torch_goes(adamw(point{}, {.lr = 0.05}), torch::adamw_plain);
}
constexpr report decoupled_with_decay() {
  return leads_where_torch_goes(
      adamw(point{}, {.lr = 0.03, .betas = {0.8, 0.95}, .weight_decay = 0.3}), torch::adamw_decay);
}

// Every tensor of a model, of any size, is updated as it would be by itself: by whole vectors and
// what is left over, in constant evaluation by lines of 64 and 16.
template <class T, std::size_t N, std::size_t M>
constexpr report tensors_of_a_model() {
  report r;
  using layer = nn::linear<T, dim<N>, dim<M>, output_by_input>;
  layer model{launder(filled<tensor<T, dim<M>, dim<N>>>(1)), launder(filled<tensor<T, dim<M>>>(2))};
  const layer slopes{filled<tensor<T, dim<M>, dim<N>>>(3), filled<tensor<T, dim<M>>>(4)};
  adam optimizer(model, {.lr = 0.1, .weight_decay = 0.01});
  adamw decoupled(model, {.lr = 0.1});
  for (int step = 0; step < 3; ++step) {
    layer next = model;
    optimizer.step(next, slopes);
    decoupled.step(next, slopes, 0.05);
    // The same, number by number.
    for (std::size_t i = 0; i < model.weight.size(); ++i) {
      tensor<T, dim<1>> one{model.weight.data()[i]};
      tensor<T, dim<1>> slope{slopes.weight.data()[i]};
      adam alone(one, {.lr = 0.1, .weight_decay = 0.01});
      adamw alone_decoupled(one, {.lr = 0.1});
      if (step == 0) {
        alone.step(one, slope);
        alone_decoupled.step(one, slope, 0.05);
        r.check(bitwise_equal(one.data()[0], next.weight.data()[i]));
      }
    }
    model = next;
  }
  r.check(optimizer.steps == 3);
  const auto copy = optimizer;
  r.check(copy == optimizer);
  r.bits(model.weight);
  r.bits(model.bias);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"Adam, as PyTorch", by_default},
    {"Adam with weight decay, as PyTorch", with_decay},
    {"AdamW, as PyTorch", decoupled},
    {"AdamW with weight decay, as PyTorch", decoupled_with_decay},
    {"tensors of a model, 16 x 4, float", tensors_of_a_model<float, 16, 4>},
    {"tensors of a model, 16 x 3, double", tensors_of_a_model<double, 16, 3>},
    {"tensors of a model, 7 x 3, double", tensors_of_a_model<double, 7, 3>},
    {"tensors of a model, 7 x 3, float", tensors_of_a_model<float, 7, 3>},
};

}  // namespace attn_tests::adam_tests
