// SPDX-License-Identifier: BSL-1.0
// What attn/ops/split.hpp promises.
#pragma once

#include <attn/ops/split.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::split_tests {

using namespace attn;
using batch = axis<"batch", 5>;
using token = axis<"token", 2>;
using model = axis<"model", 12>;
using head = axis<"head", 3>;
using width = axis<"width", 4>;

constexpr report a_vector() {
  report r;
  const auto x = launder(tensor<int, axis<"model", 6>>{1, 2, 3, 4, 5, 6});
  const auto y = split<"model", head, dim<2>>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<int, head, dim<2>>>);
  r.check(y == tensor<int, head, dim<2>>{{1, 2}, {3, 4}, {5, 6}});
  // The same numbers, the other way round: the first part is the slowest.
  r.check(split<0, dim<2>, head>(x) == tensor<int, dim<2>, head>{{1, 2, 3}, {4, 5, 6}});
  r.bits(y);
  return r;
}

template <class T>
constexpr report the_last_axis() {
  report r;
  const auto x = launder(filled<tensor<T, token, model>>(1));
  const auto y = split<"model", head, width>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, head, width>>);
  for (std::size_t t = 0; t < 2; ++t)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w) r.check(y(t, h, w) == x(t, h * 4 + w));
  r.check(bitwise_equal(split<-1, head, width>(x), y));
  r.check(bitwise_equal(split<1, head, width>(x), y));
  r.bits(y);
  return r;
}

template <class T>
constexpr report the_first_and_a_middle_axis() {
  report r;
  const auto x = launder(filled<tensor<T, model, batch>>(2));
  const auto y = split<"model", head, width>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, head, width, batch>>);
  for (std::size_t h = 0; h < 3; ++h)
    for (std::size_t w = 0; w < 4; ++w)
      for (std::size_t b = 0; b < 5; ++b) r.check(y(h, w, b) == x(h * 4 + w, b));
  r.bits(y);
  const auto z = launder(filled<tensor<T, batch, model, token>>(3));
  const auto u = split<"model", head, width>(z);
  static_assert(std::is_same_v<decltype(u), const tensor<T, batch, head, width, token>>);
  for (std::size_t b = 0; b < 5; ++b)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w)
        for (std::size_t t = 0; t < 2; ++t) r.check(u(b, h, w, t) == z(b, h * 4 + w, t));
  r.bits(u);
  return r;
}

constexpr report more_than_two_parts() {
  report r;
  const auto x = launder(filled<tensor<double, axis<"model", 30>>>(4));
  const auto y = split<"model", token, batch, head>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, batch, head>>);
  for (std::size_t t = 0; t < 2; ++t)
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t h = 0; h < 3; ++h) r.check(y(t, b, h) == x((t * 5 + b) * 3 + h));
  const auto z = split<0, dim<1>, batch, token, head>(x);
  r.check(z(0, 4, 1, 2) == x(29) && z(0, 2, 0, 1) == x(13));
  r.bits(z);
  return r;
}

// A part may have the name of the axis that goes.
constexpr report the_name_is_free_again() {
  report r;
  const auto x = launder(filled<tensor<float, token, model>>(5));
  const auto y = split<"model", head, axis<"model", 4>>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<float, token, head, axis<"model", 4>>>);
  r.check(y(1, 2, 3) == x(1, 11) && y(1, 0, 1) == x(1, 1));
  r.bits(y);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, model>>(6));
  r.check(bitwise_equal(values_of(split<"model", head, width>(as_archetype(x))),
                        split<"model", head, width>(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"a vector", a_vector},
    {"the last axis, float", the_last_axis<float>},
    {"the last axis, double", the_last_axis<double>},
    {"the first and a middle axis, float", the_first_and_a_middle_axis<float>},
    {"the first and a middle axis, double", the_first_and_a_middle_axis<double>},
    {"more than two parts", more_than_two_parts},
    {"the name is free again", the_name_is_free_again},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::split_tests
