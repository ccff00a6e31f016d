// SPDX-License-Identifier: BSL-1.0
// ONNX Runtime: the file that the library wrote of a model, with all its optimizations, one thread.
#include <onnxruntime_cxx_api.h>

#include <cstdint>
#include <memory>

#include "runtime_tests/bench/models/peer.hpp"

namespace bench {

namespace {

Ort::SessionOptions one_thread() {
  Ort::SessionOptions options;
  options.SetIntraOpNumThreads(1).SetInterOpNumThreads(1).SetExecutionMode(ORT_SEQUENTIAL);
  options.SetGraphOptimizationLevel(ORT_ENABLE_ALL);
  return options;
}

// A model of one input, of numbers or of ids, and one output.
struct session {
  Ort::Env env{ORT_LOGGING_LEVEL_ERROR};
  Ort::Session of;
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::AllocatedStringPtr in, out;
  std::vector<float> numbers;
  std::vector<std::int64_t> ids;
  Ort::Value input{nullptr};

  session(const std::vector<unsigned char>& file, const std::vector<double>& inputs)
      : of(env, file.data(), file.size(), one_thread()),
        in(of.GetInputNameAllocated(0, allocator)),
        out(of.GetOutputNameAllocated(0, allocator)),
        numbers(inputs.begin(), inputs.end()) {
    for (const double x : inputs) ids.push_back(static_cast<std::int64_t>(x));
    const Ort::TypeInfo type = of.GetInputTypeInfo(0);
    const auto tensor = type.GetTensorTypeAndShapeInfo();
    const auto shape = tensor.GetShape();
    const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    input =
        tensor.GetElementType() == ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64
            ? Ort::Value::CreateTensor(memory, ids.data(), ids.size(), shape.data(), shape.size())
            : Ort::Value::CreateTensor(memory, numbers.data(), numbers.size(), shape.data(),
                                       shape.size());
  }
  std::vector<Ort::Value> run() {
    const char *const from = in.get(), *const to = out.get();
    return of.Run(Ort::RunOptions{nullptr}, &from, &input, 1, &to, 1);
  }
};

}  // namespace

peer_model onnxruntime_model(const std::vector<unsigned char>& file,
                             const std::vector<double>& inputs) {
  const auto model = std::make_shared<session>(file, inputs);
  return {[model] { model->run(); },
          [model] {
            const auto results = model->run();
            const float* const y = results[0].GetTensorData<float>();
            return std::vector<double>(
                y, y + results[0].GetTensorTypeAndShapeInfo().GetElementCount());
          }};
}

}  // namespace bench
