// SPDX-License-Identifier: BSL-1.0
// What attn/ops/concat.hpp promises.
#pragma once

#include <attn/ops/concat.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::concat_tests {

using namespace attn;
template <std::size_t N>
using token = axis<"token", N>;
using batch = axis<"batch", 2>;
using feature = axis<"feature", 4>;

constexpr report vectors() {
  report r;
  const auto a = launder(tensor<int, token<2>>{1, 2});
  const auto b = launder(tensor<int, token<3>>{3, 4, 5});
  const auto c = launder(tensor<int, token<1>>{6});
  const auto y = concat<"token">(a, b, c);
  static_assert(std::is_same_v<decltype(y), const tensor<int, token<6>>>);
  r.check(y == tensor<int, token<6>>{1, 2, 3, 4, 5, 6});
  r.check(concat<"token">(c, a) == tensor<int, token<3>>{6, 1, 2});
  r.check(concat<-1>(b) == b);
  r.bits(y);
  return r;
}

template <class T>
constexpr report rows_and_columns() {
  report r;
  const auto a = launder(filled<tensor<T, token<2>, feature>>(1));
  const auto b = launder(filled<tensor<T, token<3>, feature>>(2));
  const auto y = concat<"token">(a, b);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token<5>, feature>>);
  for (std::size_t t = 0; t < 5; ++t)
    for (std::size_t f = 0; f < 4; ++f) r.check(y(t, f) == (t < 2 ? a(t, f) : b(t - 2, f)));
  r.bits(y);
  const auto c = launder(filled<tensor<T, batch, token<3>>>(3));
  const auto d = launder(filled<tensor<T, batch, token<5>>>(4));
  const auto z = concat<"token">(c, d);
  static_assert(std::is_same_v<decltype(z), const tensor<T, batch, token<8>>>);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t t = 0; t < 8; ++t) r.check(z(i, t) == (t < 3 ? c(i, t) : d(i, t - 3)));
  r.bits(z);
  return r;
}

template <class T>
constexpr report in_the_middle() {
  report r;
  const auto a = launder(filled<tensor<T, batch, token<3>, feature>>(5));
  const auto b = launder(filled<tensor<T, batch, token<1>, feature>>(6));
  const auto c = launder(filled<tensor<T, batch, token<5>, feature>>(7));
  const auto y = concat<"token">(a, b, c);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, token<9>, feature>>);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t t = 0; t < 9; ++t)
      for (std::size_t f = 0; f < 4; ++f)
        r.check(y(i, t, f) == (t < 3 ? a(i, t, f) : t < 4 ? b(i, 0, f) : c(i, t - 4, f)));
  r.bits(y);
  const auto d = launder(filled<tensor<T, batch, dim<3>, token<2>, dim<5>>>(8));
  const auto e = launder(filled<tensor<T, batch, dim<3>, token<1>, dim<5>>>(9));
  const auto z = concat<2>(d, e);
  static_assert(std::is_same_v<decltype(z), const tensor<T, batch, dim<3>, token<3>, dim<5>>>);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t f = 0; f < 5; ++f)
          r.check(z(i, j, t, f) == (t < 2 ? d(i, j, t, f) : e(i, j, 0, f)));
  r.bits(z);
  return r;
}

// The first name is kept; the sizes are those of the pieces.
constexpr report gradual_names() {
  report r;
  const auto a = launder(filled<matrix<double, 2, 3>>(10));
  const auto b = launder(filled<tensor<double, batch, axis<"token", 1>>>(11));
  const auto y = concat<1>(a, b);
  static_assert(std::is_same_v<decltype(y), const tensor<double, batch, token<4>>>);
  r.check(y(1, 2) == a(1, 2) && y(0, 3) == b(0, 0) && y(1, 3) == b(1, 0));
  const auto z = concat<"token">(b, a);
  static_assert(std::is_same_v<decltype(z), const tensor<double, batch, token<4>>>);
  r.check(z(1, 0) == b(1, 0) && z(1, 1) == a(1, 0));
  const auto u = concat<0>(a, a);
  static_assert(std::is_same_v<decltype(u), const matrix<double, 4, 3>>);
  r.bits(y);
  r.bits(z);
  r.bits(u);
  return r;
}

// Copied and not computed with.
constexpr report exact() {
  report r;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto y = concat<0>(launder(tensor<double, dim<2>>{-0.0, infinity}),
                           launder(tensor<double, dim<1>>{-infinity}));
  r.check(bitwise_equal(y(0), -0.0) && y(1) == infinity && y(2) == -infinity);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto a = launder(filled<tensor<double, batch, token<3>>>(12));
  const auto b = launder(filled<tensor<double, batch, token<2>>>(13));
  r.check(bitwise_equal(values_of(concat<"token">(as_archetype(a), as_archetype(b))),
                        concat<"token">(a, b)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"vectors", vectors},
    {"rows and columns, float", rows_and_columns<float>},
    {"rows and columns, double", rows_and_columns<double>},
    {"in the middle, float", in_the_middle<float>},
    {"in the middle, double", in_the_middle<double>},
    {"gradual names", gradual_names},
    {"exact", exact},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::concat_tests
