// SPDX-License-Identifier: BSL-1.0
// What attn/tensor/convert.hpp promises.
#pragma once

#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstdint>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::convert_tests {

using namespace attn;
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;

constexpr report the_axes_stay() {
  report r;
  const auto x = launder(tensor<int, token, feature>{{1, 2, 3}, {4, 5, 6}});
  const auto y = as<double>(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, feature>>);
  static_assert(std::is_same_v<decltype(as<float>(tensor<double>{})), tensor<float>>);
  static_assert(std::is_same_v<decltype(as<int>(tensor<float, dim<7>>{})), tensor<int, dim<7>>>);
  r.check(y == tensor<double, token, feature>{{1, 2, 3}, {4, 5, 6}});
  r.check(type_as(x, tensor<double, dim<7>>{}) == y);  // of which only the element type counts
  r.bits(y);
  return r;
}

constexpr report to_integers_the_fraction_goes() {
  report r;
  const auto x = as<int>(launder(tensor<double, dim<5>>{2.75, -2.75, 0.9999, -0.5, 1e6}));
  r.check(x == tensor<int, dim<5>>{2, -2, 0, 0, 1'000'000});
  r.check(as<int>(launder(tensor<float, dim<2>>{7.5f, -7.5f})) == tensor<int, dim<2>>{7, -7});
  r.bits(x);
  return r;
}

// Half-way goes to the even one, and what is beyond half-way does not.
constexpr report to_float_the_nearest() {
  report r;
  const auto x = as<float>(
      launder(tensor<double, dim<5>>{1 + 0x1p-24, 1 + 0x1.8p-23, 1 + 0x1.000001p-24, 0.1, -0.0}));
  r.check(bitwise_equal(x, {1.0f, 1 + 0x1p-22f, 1 + 0x1p-23f, 0.1f, -0.0f}));
  r.bits(x);
  // 2^24 + 1 and 2^53 + 1 are the first integers that need rounding.
  r.check(as<float>(launder(tensor<int, dim<1>>(16'777'217)))(0) == 16'777'216.0f);
  r.check(as<double>(launder(tensor<std::int64_t, dim<1>>(9'007'199'254'740'993)))(0) ==
          9'007'199'254'740'992.0);
  return r;
}

template <class T>
constexpr report nothing_to_do_is_nothing_done() {
  report r;
  auto thirds = filled<tensor<T, dim<7>, dim<5>>>(1);
  for (T& element : thirds) element = element / 3;  // with all their digits
  const auto x = launder(thirds);
  r.check(bitwise_equal(as<T>(x), x));
  // float to double and back is exact.
  r.check(bitwise_equal(as<float>(as<double>(as<float>(x))), as<float>(x)));
  r.bits(as<float>(x));
  r.bits(as<double>(x));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, feature>>(1));
  const auto y = as<archetype>(x);  // its conversion from double is explicit, and so is this
  static_assert(std::is_same_v<decltype(y), const tensor<archetype, token, feature>>);
  r.check(bitwise_equal(values_of(y), x));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"the axes stay", the_axes_stay},
    {"to integers: the fraction goes", to_integers_the_fraction_goes},
    {"to float: the nearest", to_float_the_nearest},
    {"nothing to do is nothing done, float", nothing_to_do_is_nothing_done<float>},
    {"nothing to do is nothing done, double", nothing_to_do_is_nothing_done<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::convert_tests
