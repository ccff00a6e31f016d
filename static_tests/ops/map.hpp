// SPDX-License-Identifier: BSL-1.0
// What attn/ops/map.hpp promises.
#pragma once

#include <attn/ops/map.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::map_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

constexpr report by_hand() {
  report r;
  using type = tensor<double, token, feature>;
  const auto x = launder(type{{1, -2, 3}, {0, 5, -8}});
  const auto y = launder(type{{2, 4, 6}, {1, 10, 2}});
  r.check(map(x, [](double a) { return a < 0 ? 0.0 : a; }) == type{{1, 0, 3}, {0, 5, 0}});
  r.check(map(x, y, [](double a, double b) { return a / b; }) ==
          type{{0.5, -0.5, 0.5}, {0, 0.5, -4}});
  r.check(map(y, x, [](double a, double b) { return a - b; }) == type{{1, 6, 3}, {1, 5, 10}});
  return r;
}

// Every element once, in its place.
template <class Tensor>
constexpr void check_each_element(report& r) {
  using T = typename Tensor::value_type;
  const auto x = launder(filled<Tensor>(1)), y = launder(filled<Tensor>(2));
  const auto one = map(x, [](T a) { return a / T(3); });
  const auto two = map(x, y, [](T a, T b) { return a - b / T(3); });
  static_assert(std::is_same_v<decltype(one), const Tensor>);
  static_assert(std::is_same_v<decltype(two), const Tensor>);
  for (std::size_t i = 0; i < Tensor::volume; ++i) {
    const T a = x.data()[i], b = y.data()[i];
    r.check(bitwise_equal(one.data()[i], a / T(3)));
    r.check(bitwise_equal(two.data()[i], a - b / T(3)));
  }
  r.bits(one);
  r.bits(two);
}

template <class T>
constexpr report shapes() {
  report r;
  check_each_element<tensor<T>>(r);
  check_each_element<tensor<T, dim<1>>>(r);
  check_each_element<tensor<T, feature>>(r);
  check_each_element<matrix<T, 3, 7>>(r);
  check_each_element<tensor<T, token, feature, dim<5>>>(r);
  check_each_element<tensor<T, token, dim<1>, dim<3>, dim<2>>>(r);
  return r;
}

// f decides; what it takes need not be what it gives.
constexpr report other_element_types() {
  report r;
  const auto x = launder(tensor<double, feature>{1.5, -2, 0});
  const auto n = launder(tensor<int, feature>{3, 4, 5});
  const auto positive = map(x, [](double a) { return a > 0; });
  static_assert(std::is_same_v<decltype(positive), const tensor<bool, feature>>);
  r.check(positive(0) && !positive(1) && !positive(2));
  const auto scaled = map(x, n, [](double a, int k) { return static_cast<float>(a * k); });
  static_assert(std::is_same_v<decltype(scaled), const tensor<float, feature>>);
  r.check(scaled == tensor<float, feature>{4.5f, -8, 0});
  // A reference to an element is an element.
  const auto same = map(x, [](const double& a) -> const double& { return a; });
  static_assert(std::is_same_v<decltype(same), const tensor<double, feature>>);
  r.check(same == x);
  r.bits(scaled);
  return r;
}

constexpr report names_merge() {
  report r;
  const auto a = launder(filled<tensor<float, token, dim<3>>>(1));
  const auto b = launder(filled<tensor<float, dim<2>, feature>>(2));
  const auto first = [](float x, float) { return x; };
  static_assert(std::is_same_v<decltype(map(a, b, first)), tensor<float, token, feature>>);
  static_assert(std::is_same_v<decltype(map(b, a, first)), tensor<float, token, feature>>);
  for (std::size_t i = 0; i < 6; ++i) r.check(map(a, b, first).data()[i] == a.data()[i]);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, feature>>(1));
  const auto negative = [](const auto& a) { return -a; };
  const auto plus = [](const auto& a, const auto& b) { return a + b; };
  const auto y = as_archetype(x);
  r.check(bitwise_equal(values_of(map(y, negative)), map(x, negative)));
  r.check(bitwise_equal(values_of(map(y, y, plus)), map(x, x, plus)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"by hand", by_hand},
    {"shapes, float", shapes<float>},
    {"shapes, double", shapes<double>},
    {"other element types", other_element_types},
    {"names merge", names_merge},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::map_tests
