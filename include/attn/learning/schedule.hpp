// SPDX-License-Identifier: BSL-1.0
// Learning rates that change with the step t = 0, 1, 2, …: functions of the rate at the start.
//
//   linear_lr(lr, t, {.start_factor = 1.0 / 3, .end_factor = 1, .total_iters = 5})
//                                    lr (start + (end - start) t / total), for t up to total_iters
//   exponential_lr(lr, t, gamma)     lr gamma^t
//   step_lr(lr, t, size, gamma)      lr gamma^(t / size), of integers; gamma is 0.1 if not stated
//   cosine_annealing_lr(lr, t, {.t_max = 100, .eta_min = 0})
//                                    min + (lr - min) (1 + cos(pi t / t_max)) / 2
//
// They are PyTorch's torch.optim.lr_scheduler of these names, in closed form. linear_lr is a
// warm-up from a small factor to 1, or a linear decay from 1 to 0:
//
//   optimizer.step(model, gradient(loss, model), linear_lr(0.01, t, {1, 0, 1000}));
//
// Accuracy: that of pow and cos, and of each operation, in double.
#pragma once

#include <attn/detail/vector.hpp>
#include <attn/math/cos.hpp>
#include <attn/math/pow.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct linear_lr_options {
  double start_factor = 1.0 / 3;
  double end_factor = 1;
  int total_iters = 5;
};
struct cosine_annealing_lr_options {
  int t_max = 1;
  double eta_min = 0;
};

ATTN_ABI constexpr double linear_lr(double lr, int t, const linear_lr_options& with = {}) {
  if (t >= with.total_iters) return detail::rounded(lr * with.end_factor);
  const double part = static_cast<double>(t) / with.total_iters;
  return detail::rounded(
      lr * (with.start_factor + detail::rounded((with.end_factor - with.start_factor) * part)));
}

ATTN_ABI constexpr double exponential_lr(double lr, int t, double gamma) {
  return detail::rounded(lr * math::pow(gamma, static_cast<double>(t)));
}

ATTN_ABI constexpr double step_lr(double lr, int t, int size, double gamma = 0.1) {
  return detail::rounded(lr * math::pow(gamma, static_cast<double>(t / size)));
}

ATTN_ABI constexpr double cosine_annealing_lr(double lr, int t,
                                              const cosine_annealing_lr_options& with) {
  const double angle = detail::rounded(3.141592653589793238 * t) / with.t_max;
  const double share = detail::rounded((1 + math::cos(angle)) * 0.5);
  return with.eta_min + detail::rounded((lr - with.eta_min) * share);
}

}  // namespace attn
ATTN_STRICT_FP_END
