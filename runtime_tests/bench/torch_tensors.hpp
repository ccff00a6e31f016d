// SPDX-License-Identifier: BSL-1.0
// What models made of libtorch's operations have in common.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

namespace bench {

// Takes tensors of given shapes off the front of numbers.
struct reader {
  const std::vector<double>& from;
  at::ScalarType type;
  std::size_t used = 0;
  at::Tensor next(std::vector<std::int64_t> shape) {
    std::int64_t count = 1;
    for (const std::int64_t n : shape) count *= n;
    const at::Tensor x =
        at::from_blob(const_cast<double*>(from.data() + used), {count}, at::kDouble).clone();
    used += static_cast<std::size_t>(count);
    return x.to(type).reshape(shape).contiguous();
  }
};

inline std::vector<double> numbers_of(const at::Tensor& x) {
  const at::Tensor numbers = x.to(at::kDouble).reshape({-1}).contiguous();
  const auto* first = numbers.data_ptr<double>();
  return {first, first + numbers.numel()};
}

}  // namespace bench
