// SPDX-License-Identifier: BSL-1.0
// What attn/ops/add_bias.hpp promises.
#pragma once

#include <attn/ops/add_bias.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::add_bias_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using width = axis<"width", 4>;

constexpr report three_rows_of_four() {
  report r;
  const auto x = launder(tensor<int, token, width>{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
  const auto b = launder(tensor<int, width>{100, 200, 300, 400});
  const auto y = add_bias(x, b);
  static_assert(std::is_same_v<decltype(y), const tensor<int, token, width>>);
  r.check(y == tensor<int, token, width>{
                   {101, 202, 303, 404}, {105, 206, 307, 408}, {109, 210, 311, 412}});
  r.bits(y);
  return r;
}

// Every row of x, whatever its leading axes, plus b: the bits of the sum of two vectors.
template <class T, std::size_t Width>
constexpr report every_row_plus_b() {
  report r;
  using wide = axis<"wide", Width>;
  const auto x = launder(filled<tensor<T, batch, token, wide>>(1));
  const auto b = launder(filled<tensor<T, wide>>(2, T(3)));
  const auto y = add_bias(x, b);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, token, wide>>);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      r.check(bitwise_equal(select<"token">(select<"batch">(y, i), j),
                            select<"token">(select<"batch">(x, i), j) + b));
  r.bits(y);
  const auto row = select<"token">(select<"batch">(x, 1), 2);
  r.check(bitwise_equal(add_bias(row, b), row + b));
  const auto four = launder(filled<tensor<T, dim<2>, batch, token, wide>>(3));
  const auto z = add_bias(four, b);
  for (std::size_t k = 0; k < 2; ++k)
    r.check(bitwise_equal(select<0>(z, k), add_bias(select<0>(four, k), b)));
  r.bits(z);
  return r;
}

// The name of whichever has one; the leading axes are x's.
constexpr report names() {
  report r;
  const auto x = launder(filled<tensor<float, token, dim<4>>>(1));
  const auto b = launder(filled<tensor<float, width>>(2));
  static_assert(std::is_same_v<decltype(add_bias(x, b)), tensor<float, token, width>>);
  static_assert(std::is_same_v<decltype(add_bias(unnamed(x), unnamed(b))), matrix<float, 3, 4>>);
  static_assert(std::is_same_v<decltype(add_bias(with_axes<token, width>(x), unnamed(b))),
                               tensor<float, token, width>>);
  r.check(bitwise_equal(unnamed(add_bias(x, b)), add_bias(unnamed(x), unnamed(b))));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
  const auto b = launder(filled<tensor<double, dim<5>>>(2));
  r.check(bitwise_equal(values_of(add_bias(as_archetype(x), as_archetype(b))), add_bias(x, b)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"three rows of four", three_rows_of_four},
    {"every row plus b, float, 5", every_row_plus_b<float, 5>},
    {"every row plus b, double, 5", every_row_plus_b<double, 5>},
    {"every row plus b, float, 1", every_row_plus_b<float, 1>},
    {"every row plus b, float, 37", every_row_plus_b<float, 37>},
    {"every row plus b, double, 16", every_row_plus_b<double, 16>},
    {"names", names},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::add_bias_tests
