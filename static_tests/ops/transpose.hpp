// SPDX-License-Identifier: BSL-1.0
// What attn/ops/transpose.hpp promises.
#pragma once

#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::transpose_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<double, token, feature>{{1, 2, 3}, {4, 5, 6}});
  const auto y = transpose(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, feature, token>>);
  r.check(y == tensor<double, feature, token>{{1, 4}, {2, 5}, {3, 6}});
  r.bits(y);
  return r;
}

// Different numbers everywhere, so that no element can stand in for another.
template <class Tensor>
constexpr Tensor counted_up() {
  Tensor x;
  int i = 0;
  for (auto& element : x) element = static_cast<typename Tensor::value_type>(++i);
  return x;
}

template <class T, std::size_t M, std::size_t N>
constexpr void check_against_the_definition(report& r) {
  using rows = axis<"rows", M>;
  const auto x = launder(counted_up<tensor<T, rows, dim<N>>>());
  const auto y = transpose(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, dim<N>, rows>>);
  bool equal = true;
  for (std::size_t i = 0; i < M; ++i)
    for (std::size_t j = 0; j < N; ++j) equal = equal && y(j, i) == x(i, j);
  r.check(equal);
  r.check(transpose(y) == x);
  r.bits(y);
}

// Below, at and above the squares that registers of every width make, in either direction.
template <class T>
constexpr report small_shapes() {
  report r;
  check_against_the_definition<T, 1, 1>(r);
  check_against_the_definition<T, 1, 7>(r);
  check_against_the_definition<T, 5, 1>(r);
  check_against_the_definition<T, 2, 2>(r);
  check_against_the_definition<T, 3, 5>(r);
  check_against_the_definition<T, 4, 4>(r);
  check_against_the_definition<T, 4, 9>(r);
  check_against_the_definition<T, 7, 4>(r);
  check_against_the_definition<T, 7, 3>(r);
  check_against_the_definition<T, 2, 9>(r);
  check_against_the_definition<T, 8, 8>(r);
  check_against_the_definition<T, 9, 17>(r);
  check_against_the_definition<T, 3, 18>(r);
  check_against_the_definition<T, 35, 4>(r);
  check_against_the_definition<T, 5, 19>(r);
  check_against_the_definition<T, 21, 2>(r);
  return r;
}
template <class T>
constexpr report medium_shapes() {
  report r;
  check_against_the_definition<T, 16, 16>(r);
  check_against_the_definition<T, 17, 16>(r);
  check_against_the_definition<T, 16, 31>(r);
  check_against_the_definition<T, 3, 40>(r);
  check_against_the_definition<T, 41, 3>(r);
  check_against_the_definition<T, 12, 31>(r);
  return r;
}
template <class T>
constexpr report large_shapes() {
  report r;
  check_against_the_definition<T, 40, 33>(r);
  check_against_the_definition<T, 33, 40>(r);
  return r;
}

template <class T, std::size_t B, std::size_t M, std::size_t N>
constexpr void check_batch(report& r) {
  using batch = axis<"batch", B>;
  const auto x = launder(counted_up<tensor<T, batch, dim<M>, axis<"columns", N>>>());
  const auto y = transpose(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, axis<"columns", N>, dim<M>>>);
  bool equal = true;
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t i = 0; i < M; ++i)
      for (std::size_t j = 0; j < N; ++j) equal = equal && y(b, j, i) == x(b, i, j);
  r.check(equal);
  r.bits(y);
}

// Each matrix on its own; the leading axes stay where they are.
template <class T>
constexpr report batches() {
  report r;
  check_batch<T, 3, 2, 5>(r);
  check_batch<T, 2, 17, 9>(r);
  check_batch<T, 3, 16, 16>(r);
  const auto x = launder(counted_up<tensor<T, token, dim<2>, feature, dim<5>>>());
  const auto y = transpose(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, dim<2>, dim<5>, feature>>);
  bool equal = true;
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 5; ++j) equal = equal && y(a, b, j, i) == x(a, b, i, j);
  r.check(equal);
  r.bits(y);
  return r;
}

// Copied and not computed with: a zero keeps its sign, an infinity harms no neighbour.
template <class T>
constexpr report exact() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  constexpr T least = std::numeric_limits<T>::denorm_min();
  auto x = filled<matrix<T, 16, 17>>(1);
  x(0, 1) = T(-0.0);
  x(3, 16) = infinity;
  x(15, 0) = -infinity;
  x(7, 7) = least;
  const auto y = transpose(launder(x));
  r.check(bitwise_equal(y(1, 0), T(-0.0)) && y(16, 3) == infinity && y(0, 15) == -infinity);
  r.check(y(7, 7) == least);
  r.check(bitwise_equal(transpose(y), x));
  r.bits(y);
  return r;
}

constexpr report any_element_will_do() {
  report r;
  const auto n = launder(matrix<int, 2, 3>{{1, 2, 3}, {4, 5, 6}});
  r.check(transpose(n) == matrix<int, 3, 2>{{1, 4}, {2, 5}, {3, 6}});
  const auto x = launder(filled<matrix<double, 17, 9>>(2));
  r.check(bitwise_equal(values_of(transpose(as_archetype(x))), transpose(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3", two_by_three},
    {"small shapes, float", small_shapes<float>},
    {"small shapes, double", small_shapes<double>},
    {"medium shapes, float", medium_shapes<float>},
    {"medium shapes, double", medium_shapes<double>},
    {"large shapes, float", large_shapes<float>},
    {"large shapes, double", large_shapes<double>},
    {"batches, float", batches<float>},
    {"batches, double", batches<double>},
    {"exact, float", exact<float>},
    {"exact, double", exact<double>},
    {"any element will do", any_element_will_do},
};

}  // namespace attn_tests::transpose_tests
