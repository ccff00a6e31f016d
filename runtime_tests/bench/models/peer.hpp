// SPDX-License-Identifier: BSL-1.0
// What whole models of the library are compared with: the same models, with the same parameters,
// made of another library's operations, or read from a file that the library wrote.
#pragma once

#include <functional>
#include <vector>

#include "runtime_tests/bench/timed.hpp"

namespace bench {

// `run` computes what `result` then gives, one number after the other.
struct peer_model {
  std::function<void()> run;
  std::function<std::vector<double>()> result;
};

// libtorch, one thread. Throws if the model is not known there.
peer_model torch_model(const model_data&);

// ONNX Runtime, one thread: a model of one input and one output.
peer_model onnxruntime_model(const std::vector<unsigned char>& file,
                             const std::vector<double>& inputs);

}  // namespace bench
