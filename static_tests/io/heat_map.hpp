// SPDX-License-Identifier: BSL-1.0
// What attn/io/heat_map.hpp promises to the compiler; the pictures are looked at in
// runtime_tests/io/heat_map.cpp.
#pragma once

#include <attn/io/heat_map.hpp>
#include <attn/tensor/tensor.hpp>
#include <concepts>
#include <string>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::heat_map_tests {

using namespace attn;

template <class Tensor>
concept has_heat_map = requires(const Tensor& weights, const heat_map_format& format) {
  { heat_map(weights) } -> std::same_as<std::string>;
  { heat_map(weights, format) } -> std::same_as<std::string>;
};

constexpr report matrices_of_floating_point_numbers() {
  report r;
  r.check(has_heat_map<tensor<double, axis<"token", 2>, axis<"key", 3>>>);
  r.check(has_heat_map<matrix<float, 1, 5>>);
  r.check(!has_heat_map<matrix<int, 2, 3>>);
  r.check(!has_heat_map<tensor<double, dim<3>>>);
  r.check(!has_heat_map<tensor<double, dim<2>, dim<2>, dim<2>>>);
  return r;
}

constexpr report defaults() {
  report r;
  const auto format = launder(heat_map_format{});
  r.check(!format.color && format.indent == 2);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"matrices of floating-point numbers", matrices_of_floating_point_numbers},
    {"defaults", defaults},
};

}  // namespace attn_tests::heat_map_tests
