// SPDX-License-Identifier: BSL-1.0
// What the library's reverse mode is compared with: the same models, with the same parameters, made
// of another library's operations.
#pragma once

#include <functional>
#include <vector>

#include "runtime_tests/bench/timed.hpp"

namespace bench {

// Two calls: the loss alone, and the loss with the derivatives with respect to all parameters.
// `gradient` gives these after the second call, in the order of the parameters.
struct learner {
  std::function<double()> loss;
  std::function<double()> loss_and_gradient;
  std::function<std::vector<double>()> gradient;
};

// libtorch, one thread. Empty if the model is not known there.
learner torch_learner(const model_data&);

}  // namespace bench
