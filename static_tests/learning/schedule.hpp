// SPDX-License-Identifier: BSL-1.0
// What attn/learning/schedule.hpp promises: the rates of PyTorch's schedulers, from 0.3 on.
#pragma once

#include <attn/learning/schedule.hpp>
#include <attn/tensor/check.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::schedule_tests {

using namespace attn;

using rates = tensor<double, axis<"step", 12>>;

template <class F>
constexpr report as_torch(const F& rate, const rates& wanted) {
  report r;
  rates found;
  for (int t = 0; t < 12; ++t) found(t) = rate(launder(0.3), t);
  r.check(is_close(found, wanted, 0, 2e-15));
  r.bits(found);
  return r;
}

constexpr report linear() {
  report r = as_torch([](double lr, int t) { return linear_lr(lr, t); },
                      {0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3});
  r.check(linear_lr(launder(0.3), 0) == linear_lr(0.3, 0, linear_lr_options{1.0 / 3, 1, 5}));
  return r;
}
constexpr report decay() {
  return as_torch([](double lr, int t) { return linear_lr(lr, t, {1, 0.1, 10}); },
                  {0.3, 0.273, 0.246, 0.219, 0.192, 0.165, 0.138, 0.111, 0.084, 0.057, 0.03, 0.03});
}
constexpr report exponential() {
  return as_torch([](double lr, int t) { return exponential_lr(lr, t, 0.9); },
                  {0.3, 0.27, 0.243, 0.2187, 0.19683, 0.177147, 0.1594323, 0.14348907, 0.129140163,
                   0.1162261467, 0.10460353203, 0.094143178827});
}
constexpr report steps() {
  report r = as_torch([](double lr, int t) { return step_lr(lr, t, 4, 0.5); },
                      {0.3, 0.3, 0.3, 0.3, 0.15, 0.15, 0.15, 0.15, 0.075, 0.075, 0.075, 0.075});
  r.check(step_lr(launder(1.0), 5, 4) == 0.1);
  return r;
}
constexpr report cosine() {
  return as_torch(
      [](double lr, int t) {
        return cosine_annealing_lr(lr, t, cosine_annealing_lr_options{11, 0.01});
      },
      {0.3, 0.2941264811741021, 0.27698176226052124, 0.24995480642206633, 0.21523517688527355,
       0.17563565154962632, 0.13436434845037365, 0.09476482311472648, 0.06004519357793368,
       0.03301823773947874, 0.01587351882589788, 0.01});
}

inline constexpr behaviour behaviours[] = {
    {"linear", linear}, {"linear decay", decay},      {"exponential", exponential},
    {"steps", steps},   {"cosine annealing", cosine},
};

}  // namespace attn_tests::schedule_tests
