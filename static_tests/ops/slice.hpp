// SPDX-License-Identifier: BSL-1.0
// What attn/ops/slice.hpp promises.
#pragma once

#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::slice_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 5>;
using width = axis<"width", 3>;

// By indexing, element by element, along every axis of three.
template <class T>
constexpr report select_is_indexing() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, width>>(1));
  const auto b = select<"batch">(x, 1);
  const auto t = select<"token">(x, 3u);
  const auto w = select<-1>(x, std::size_t{2});
  static_assert(std::is_same_v<decltype(b), const tensor<T, token, width>>);
  static_assert(std::is_same_v<decltype(t), const tensor<T, batch, width>>);
  static_assert(std::is_same_v<decltype(w), const tensor<T, batch, token>>);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 5; ++j) r.check(bitwise_equal(w(i, j), x(i, j, 2)));
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t k = 0; k < 3; ++k) r.check(bitwise_equal(t(i, k), x(i, 3, k)));
  for (std::size_t j = 0; j < 5; ++j)
    for (std::size_t k = 0; k < 3; ++k) r.check(bitwise_equal(b(j, k), x(1, j, k)));
  r.bits(t);
  return r;
}

constexpr report select_down_to_a_number() {
  report r;
  const auto x = launder(tensor<int, width>{4, 5, 6});
  static_assert(std::is_same_v<decltype(select<0>(x, 1)), tensor<int>>);
  r.check(static_cast<int>(select<"width">(x, 2)) == 6);
  // Every index is looked at: index_out_of_range_for_its_axis (rejected/math.cpp).
  r.check(static_cast<int>(select<"width">(x, 0)) == 4);
  return r;
}

template <class T>
constexpr report narrow_is_indexing() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, width>>(2));
  const auto t = narrow<"token", 2>(x, 3);
  const auto w = narrow<2, 2>(x, 1);
  static_assert(std::is_same_v<decltype(t), const tensor<T, batch, axis<"token", 2>, width>>);
  static_assert(std::is_same_v<decltype(w), const tensor<T, batch, token, axis<"width", 2>>>);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 5; ++j)
      for (std::size_t k = 0; k < 3; ++k) {
        if (j >= 3) r.check(bitwise_equal(t(i, j - 3, k), x(i, j, k)));
        if (k >= 1) r.check(bitwise_equal(w(i, j, k - 1), x(i, j, k)));
      }
  r.check(bitwise_equal(narrow<"token", 5>(x, 0), x));
  static_assert(std::is_same_v<decltype(narrow<0, 1>(matrix<T, 4, 2>{}, 3)), matrix<T, 1, 2>>);
  r.bits(t);
  r.bits(w);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, width>>(3));
  r.check(bitwise_equal(values_of(select<"token">(as_archetype(x), 4)), select<"token">(x, 4)));
  r.check(
      bitwise_equal(values_of(narrow<"width", 2>(as_archetype(x), 1)), narrow<"width", 2>(x, 1)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"select is indexing, float", select_is_indexing<float>},
    {"select is indexing, double", select_is_indexing<double>},
    {"select is indexing, int", select_is_indexing<int>},
    {"select, down to a number", select_down_to_a_number},
    {"narrow is indexing, float", narrow_is_indexing<float>},
    {"narrow is indexing, double", narrow_is_indexing<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::slice_tests
