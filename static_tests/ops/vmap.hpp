// SPDX-License-Identifier: BSL-1.0
// What attn/ops/vmap.hpp promises.
#pragma once

#include <attn/layers/linear.hpp>
#include <attn/ops/concat.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/ops/vmap.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/last_part_first.hpp"

namespace attn_tests::vmap_tests {

using namespace attn;
using batch = axis<"batch", 3>;
using token = axis<"token", 4>;
using width = axis<"width", 5>;

static_assert(rules::is_a_tensor<rules::returned<tensor<int, token>>>::value &&
              !rules::is_a_tensor<rules::returned<int>>::value);

template <class T>
constexpr report two_by_three() {
  report r;
  using row = axis<"row", 2>;
  const auto x = launder(tensor<T, row, dim<3>>{{1, 2, 4}, {8, 16, 32}});
  const auto y = vmap<"row">([](const auto& one) { return concat<0>(one, one + one); }, x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, row, dim<6>>>);
  r.check(y == tensor<T, row, dim<6>>{{1, 2, 4, 2, 4, 8}, {8, 16, 32, 16, 32, 64}});
  const auto columns = vmap<1>([](const auto& one) { return one * T(2); }, x);
  r.check(columns == tensor<T, dim<3>, row>{{2, 16}, {4, 32}, {8, 64}});
  r.bits(y);
  return r;
}

// The axis is taken out wherever it is; operands without it are the same for each index.
template <class T>
constexpr report operands_with_and_without_the_axis() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, width>>(1));
  const auto y = launder(filled<tensor<T, width, batch, dim<2>>>(2));
  const auto w = launder(filled<tensor<T, dim<2>, axis<"out", 3>>>(3));
  const auto z = vmap<"batch">(
      [](const auto& a, const auto& b, const auto& c) { return matmul(matmul(a, b), c); }, x, y, w);
  static_assert(
      std::is_same_v<typename decltype(z)::shape_type, shape<batch, token, axis<"out", 3>>>);
  for (std::size_t i = 0; i < 3; ++i)
    r.check(bitwise_equal(select<"batch">(z, i),
                          matmul(matmul(select<"batch">(x, i), select<"batch">(y, i)), w)));
  r.bits(z);
  return r;
}

// A model, and what it gives for a whole batch.
template <class T>
constexpr report a_model_in_parts() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, width>>(4));
  nn::linear<T, width, axis<"out", 7>, input_by_output> layer{};
  layer.weight = filled<decltype(layer.weight)>(5);
  layer.bias = filled<decltype(layer.bias)>(6);
  const auto wanted = layer(x);
  r.check(bitwise_equal(vmap<"batch">(layer, x), wanted));
  r.check(bitwise_equal(vmap<"batch">(in_parts<2>(last_part_first{}), layer, x), wanted));
  r.check(bitwise_equal(vmap<"batch">(in_parts<8>(last_part_first{}), layer, x), wanted));
  r.bits(wanted);
  return r;
}

// Into an existing tensor, which may be an operand.
template <class T>
constexpr report into_an_existing_tensor() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token>>(12));
  const auto y = launder(filled<tensor<T, token, batch>>(13));
  const auto f = [](const auto& a, const auto& b) { return a * T(2) - b; };
  const auto wanted = vmap<"batch">(f, x, y);
  tensor<T, batch, token> out{};
  vmap_into<"batch">(out, f, x, y);
  r.check(bitwise_equal(out, wanted));
  out = x;
  vmap_into<"batch">(out, f, out, y);
  r.check(bitwise_equal(out, wanted));
  out = x;
  vmap_into<"batch">(in_parts<2>(last_part_first{}), out, f, out, y);
  r.check(bitwise_equal(out, wanted));
  out = x;
  vmap_into<"batch">(out, [](const auto& a, const auto& b) { return a - b; }, x, out);
  r.check(out == x - x);
  tensor<T, dim<4>, batch> unnamed{};
  vmap_into<"token">(unnamed, [](const auto& a) { return a; }, x);
  r.check(unnamed == tensor<T, token, batch>(transpose(x)));
  r.bits(wanted);
  return r;
}

// A number for each index has no axis left but that one.
template <class T>
constexpr report rank_0_results() {
  report r;
  const auto x = launder(filled<tensor<T, batch, width>>(7));
  const auto y = vmap<"batch">([](const auto& one) { return sum<"width">(one); }, x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch>>);
  r.check(bitwise_equal(y, sum<"width">(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3, int", two_by_three<int>},
    {"2x3, float", two_by_three<float>},
    {"operands with and without the axis, float", operands_with_and_without_the_axis<float>},
    {"operands with and without the axis, double", operands_with_and_without_the_axis<double>},
    {"a model in parts, float", a_model_in_parts<float>},
    {"a model in parts, double", a_model_in_parts<double>},
    {"results of rank 0, double", rank_0_results<double>},
    {"into an existing tensor, float", into_an_existing_tensor<float>},
    {"into an existing tensor, int", into_an_existing_tensor<int>},
};

}  // namespace attn_tests::vmap_tests
