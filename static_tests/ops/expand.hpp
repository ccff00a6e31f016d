// SPDX-License-Identifier: BSL-1.0
// What attn/ops/expand.hpp promises.
#pragma once

#include <attn/ops/expand.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::expand_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 4>;
using batch = axis<"batch", 3>;

constexpr report rows_and_columns() {
  report r;
  const auto x = launder(tensor<double, token>{7, -5});
  const auto behind = expand<key>(x);
  static_assert(std::is_same_v<decltype(behind), const tensor<double, token, key>>);
  r.check(behind == tensor<double, token, key>{{7, 7, 7, 7}, {-5, -5, -5, -5}});
  const auto in_front = expand<batch, 0>(x);
  static_assert(std::is_same_v<decltype(in_front), const tensor<double, batch, token>>);
  r.check(in_front == tensor<double, batch, token>{{7, -5}, {7, -5}, {7, -5}});
  r.check(expand<key, 1>(x) == behind);
  r.bits(behind);
  r.bits(in_front);
  return r;
}

constexpr report a_number_along_an_axis() {
  report r;
  const auto x = expand<batch>(launder(tensor<float>{0.1f}));
  static_assert(std::is_same_v<decltype(x), const tensor<float, batch>>);
  r.check(bitwise_equal(x, {0.1f, 0.1f, 0.1f}));
  r.check(bitwise_equal(expand<batch, 0>(launder(tensor<float>{0.1f})), x));
  r.bits(x);
  return r;
}

// The new axis at each position of three: its index alone makes no difference.
template <class T>
constexpr report every_position() {
  report r;
  using a = axis<"a", 2>;
  using b = axis<"b", 3>;
  using c = axis<"c", 5>;
  using fresh = axis<"fresh", 4>;
  const auto x = launder(filled<tensor<T, a, b, c>>(1));
  const auto first = expand<fresh, 0>(x);
  const auto second = expand<fresh, 1>(x);
  const auto third = expand<fresh, 2>(x);
  const auto last = expand<fresh, 3>(x);
  static_assert(std::is_same_v<decltype(first), const tensor<T, fresh, a, b, c>>);
  static_assert(std::is_same_v<decltype(second), const tensor<T, a, fresh, b, c>>);
  static_assert(std::is_same_v<decltype(third), const tensor<T, a, b, fresh, c>>);
  static_assert(std::is_same_v<decltype(last), const tensor<T, a, b, c, fresh>>);
  static_assert(std::is_same_v<decltype(expand<fresh>(x)), tensor<T, a, b, c, fresh>>);
  bool equal = true;
  for (std::size_t i = 0; i < a::size; ++i)
    for (std::size_t j = 0; j < b::size; ++j)
      for (std::size_t k = 0; k < c::size; ++k)
        for (std::size_t n = 0; n < fresh::size; ++n) {
          equal = equal && bitwise_equal(first(n, i, j, k), x(i, j, k));
          equal = equal && bitwise_equal(second(i, n, j, k), x(i, j, k));
          equal = equal && bitwise_equal(third(i, j, n, k), x(i, j, k));
          equal = equal && bitwise_equal(last(i, j, k, n), x(i, j, k));
        }
  r.check(equal);
  r.bits(second);
  return r;
}

// As the positions of existing axes are counted: -1 is the last one of the result.
constexpr report counting_from_the_last() {
  report r;
  const auto x = launder(filled<tensor<float, token, batch>>(2));
  r.check(expand<key, -1>(x) == expand<key, 2>(x));
  static_assert(std::is_same_v<decltype(expand<key, -1>(x)), tensor<float, token, batch, key>>);
  static_assert(std::is_same_v<decltype(expand<key, -2>(x)), tensor<float, token, key, batch>>);
  static_assert(std::is_same_v<decltype(expand<key, -3>(x)), tensor<float, key, token, batch>>);
  r.check(expand<key, -2>(x) == expand<key, 1>(x));
  r.check(expand<key, -3>(x) == expand<key, 0>(x));
  return r;
}

constexpr report unnamed_axes_and_size_one() {
  report r;
  const auto x = launder(filled<matrix<double, 2, 3>>(3));
  const auto y = expand<dim<1>, 1>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, dim<2>, dim<1>, dim<3>>>);
  for (std::size_t i = 0; i < 6; ++i) r.check(bitwise_equal(y.data()[i], x.data()[i]));
  static_assert(
      std::is_same_v<decltype(expand<dim<2>, 0>(x)), tensor<double, dim<2>, dim<2>, dim<3>>>);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, batch>>(4));
  r.check(bitwise_equal(values_of(expand<key>(as_archetype(x))), expand<key>(x)));
  r.check(bitwise_equal(values_of(expand<key, 1>(as_archetype(x))), expand<key, 1>(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"rows and columns", rows_and_columns},
    {"a number along an axis", a_number_along_an_axis},
    {"every position, float", every_position<float>},
    {"every position, double", every_position<double>},
    {"counting from the last", counting_from_the_last},
    {"unnamed axes and size one", unnamed_axes_and_size_one},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::expand_tests
