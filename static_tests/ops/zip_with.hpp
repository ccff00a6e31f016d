// SPDX-License-Identifier: BSL-1.0
// What attn/ops/zip_with.hpp promises.
#pragma once

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/zip_with.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/rename.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::zip_with_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

constexpr report three_by_three() {
  report r;
  const auto a = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
  const auto b = launder(tensor<int, token, feature>{{10, 20, 30}, {40, 50, 60}});
  const auto c = launder(tensor<int, token, feature>{{100, 200, 300}, {400, 500, 600}});
  const auto y = zip_with([](int p, int q, int s) { return s + 2 * q - p; }, a, b, c);
  static_assert(std::is_same_v<decltype(y), const tensor<int, token, feature>>);
  r.check(y == tensor<int, token, feature>{{119, 238, 357}, {476, 595, 714}});
  r.bits(y);
  return r;
}

// Each operand has its own element type, and the result what f returns.
constexpr report element_types() {
  report r;
  const auto x = launder(tensor<double, token>{1.5, -2});
  const auto keep = launder(tensor<bool, token>{true, false});
  const auto y =
      zip_with([](bool k, double e, int n) { return k ? static_cast<float>(e) : float(n); }, keep,
               x, tensor<int, token>{7, 8});
  static_assert(std::is_same_v<decltype(y), const tensor<float, token>>);
  r.check(y == tensor<float, token>{1.5f, 8});
  return r;
}

// At each position the first name that there is.
constexpr report names() {
  report r;
  const auto x = launder(filled<tensor<double, token, feature>>(1));
  const auto first = with_axes<token, dim<3>>(x);
  const auto third = with_axes<dim<2>, feature>(x);
  const auto y =
      zip_with([](double a, double b, double c) { return a + b + c; }, first, unnamed(x), third);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, feature>>);
  r.check(y == x + x + x);
  return r;
}

constexpr report one_and_two_are_map() {
  report r;
  const auto x = launder(filled<tensor<float, token, feature>>(1));
  const auto z = launder(filled<tensor<float, token, feature>>(2));
  const auto square = [](float a) { return a * a; };
  const auto product = [](float a, float b) { return a * b; };
  r.check(bitwise_equal(zip_with(square, x), map(x, square)));
  r.check(bitwise_equal(zip_with(product, x, z), map(x, z, product)));
  r.check(bitwise_equal(zip_with(product, x, z), multiply(x, z)));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1));
  const auto f = [](auto a, auto b, auto c) { return a + b - c; };
  const auto y = as_archetype(x);
  r.check(bitwise_equal(values_of(zip_with(f, y, y, y)), zip_with(f, x, x, x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"three by three", three_by_three},
    {"element types", element_types},
    {"names", names},
    {"one and two are map", one_and_two_are_map},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::zip_with_tests
