// SPDX-License-Identifier: BSL-1.0
// What attn/ops/permute.hpp promises.
#pragma once

#include <attn/ops/permute.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::permute_tests {

using namespace attn;
using batch = axis<"batch", 5>;
using token = axis<"token", 2>;
using head = axis<"head", 3>;
using width = axis<"width", 4>;

constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<int, token, head>{{1, 2, 3}, {4, 5, 6}});
  const auto y = permute<"head", "token">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<int, head, token>>);
  r.check(y == tensor<int, head, token>{{1, 4}, {2, 5}, {3, 6}});
  r.check(permute<"token", "head">(x) == x);
  r.bits(y);
  return r;
}

// Every order of three axes.
template <class T>
constexpr report three_axes() {
  report r;
  const auto x = launder(filled<tensor<T, token, head, width>>(1));
  const auto thw = permute<"token", "head", "width">(x);
  const auto twh = permute<"token", "width", "head">(x);
  const auto htw = permute<"head", "token", "width">(x);
  const auto hwt = permute<"head", "width", "token">(x);
  const auto wth = permute<"width", "token", "head">(x);
  const auto wht = permute<"width", "head", "token">(x);
  static_assert(std::is_same_v<decltype(hwt), const tensor<T, head, width, token>>);
  static_assert(std::is_same_v<decltype(wth), const tensor<T, width, token, head>>);
  for (std::size_t t = 0; t < 2; ++t)
    for (std::size_t h = 0; h < 3; ++h)
      for (std::size_t w = 0; w < 4; ++w) {
        const T element = x(t, h, w);
        r.check(thw(t, h, w) == element && twh(t, w, h) == element);
        r.check(htw(h, t, w) == element && hwt(h, w, t) == element);
        r.check(wth(w, t, h) == element && wht(w, h, t) == element);
      }
  r.bits(twh);
  r.bits(htw);
  r.bits(hwt);
  r.bits(wth);
  r.bits(wht);
  return r;
}

template <class T>
constexpr report four_axes() {
  report r;
  const auto x = launder(filled<tensor<T, batch, token, head, width>>(2));
  const auto split_heads = permute<"batch", "head", "token", "width">(x);
  static_assert(std::is_same_v<decltype(split_heads), const tensor<T, batch, head, token, width>>);
  const auto turned = permute<"width", "batch", "head", "token">(x);
  static_assert(std::is_same_v<decltype(turned), const tensor<T, width, batch, head, token>>);
  for (std::size_t b = 0; b < 5; ++b)
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t h = 0; h < 3; ++h)
        for (std::size_t w = 0; w < 4; ++w) {
          r.check(split_heads(b, h, t, w) == x(b, t, h, w));
          r.check(turned(w, b, h, t) == x(b, t, h, w));
        }
  r.check(bitwise_equal(permute<"batch", "token", "head", "width">(turned), x));
  r.bits(split_heads);
  r.bits(turned);
  return r;
}

constexpr report by_position() {
  report r;
  const auto x = launder(filled<tensor<double, dim<2>, dim<3>, dim<4>>>(3));
  const auto y = permute<2, 0, 1>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, dim<4>, dim<2>, dim<3>>>);
  r.check(y(3, 1, 2) == x(1, 2, 3) && y(1, 0, 2) == x(0, 2, 1));
  r.check(bitwise_equal(permute<-1, 0, -2>(x), y));
  const auto z = launder(filled<tensor<double, dim<2>, head, dim<4>>>(4));
  const auto u = permute<"head", 2, 0>(z);
  static_assert(std::is_same_v<decltype(u), const tensor<double, head, dim<4>, dim<2>>>);
  r.check(u(2, 3, 1) == z(1, 2, 3));
  r.bits(y);
  r.bits(u);
  return r;
}

template <class T>
constexpr report generalises_transpose() {
  report r;
  const auto x = launder(filled<tensor<T, batch, dim<7>, dim<9>>>(5));
  r.check(bitwise_equal(permute<0, 2, 1>(x), transpose(x)));
  r.bits(permute<0, 2, 1>(x));
  return r;
}

constexpr report few_axes() {
  report r;
  const auto v = launder(tensor<double, token>{1, 2});
  r.check(permute<"token">(v) == v);
  const auto s = launder(tensor<double>{0.5});
  r.check(permute(s) == s);
  return r;
}

// Copied and not computed with.
constexpr report exact() {
  report r;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto x = launder(tensor<double, token, head>{{-0.0, infinity, 1}, {2, 3, -infinity}});
  const auto y = permute<1, 0>(x);
  r.check(bitwise_equal(y(0, 0), -0.0) && y(1, 0) == infinity && y(2, 1) == -infinity);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, head, width>>(6));
  r.check(bitwise_equal(values_of(permute<1, 2, 0>(as_archetype(x))), permute<1, 2, 0>(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3", two_by_three},
    {"three axes, float", three_axes<float>},
    {"three axes, double", three_axes<double>},
    {"four axes, float", four_axes<float>},
    {"four axes, double", four_axes<double>},
    {"by position", by_position},
    {"generalises transpose, float", generalises_transpose<float>},
    {"generalises transpose, double", generalises_transpose<double>},
    {"few axes", few_axes},
    {"exact", exact},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::permute_tests
