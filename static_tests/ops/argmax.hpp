// SPDX-License-Identifier: BSL-1.0
// What attn/ops/argmax.hpp promises.
#pragma once

#include <attn/ops/argmax.hpp>
#include <attn/ops/flip.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/tensor/tensor.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::argmax_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

template <class T>
constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<T, token, key>{{1, 7, 2}, {9, 5, 8}});
  const auto y = argmax<"key">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<int, token>>);
  r.check(y == tensor<int, token>{1, 0});
  r.check(argmax<"token">(x) == tensor<int, key>{1, 0, 1});
  r.check(argmax<-1>(x) == y);
  r.bits(y);
  return r;
}

constexpr report the_first_of_equals() {
  report r;
  r.check(argmax<0>(launder(tensor<int, dim<5>>{-3, 4, 1, 4, 4})) == tensor<int>(1));
  r.check(argmax<0>(launder(tensor<double, dim<3>>{-5, -0.0, 0.0})) == tensor<int>(1));
  r.check(argmax<0>(launder(tensor<double, dim<1>>{-5})) == tensor<int>(0));
  return r;
}

// It is what argmax finds from the other end.
template <class T>
constexpr report the_last_of_equals() {
  report r;
  static_assert(std::is_same_v<decltype(last_of_equals), const last_of_equals_t>);
  const auto last = [](const auto& x) { return argmax<0>(launder(x), last_of_equals); };
  r.check(last(tensor<T, dim<5>>{3, 4, 1, 4, 2}) == tensor<int>(3));
  r.check(last(tensor<T, dim<3>>{7, 7, 7}) == tensor<int>(2));
  r.check(last(tensor<T, dim<3>>{9, 7, 8}) == tensor<int>(0));
  r.check(last(tensor<T, dim<1>>{5}) == tensor<int>(0));
  tensor<T, token, dim<17>, key> x;  // many equals
  for (std::size_t e = 0; e < x.size(); ++e) x.data()[e] = static_cast<T>((7 * e + e / 5) % 5);
  const auto known = launder(x);
  const auto at = argmax<1>(known, last_of_equals);
  static_assert(std::is_same_v<decltype(at), const tensor<int, token, key>>);
  const auto turned = argmax<1>(flip<1>(known));
  bool differ = false;
  for (std::size_t t = 0; t < 2; ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      r.check(at(t, k) == 16 - turned(t, k));
      differ = differ || at(t, k) != argmax<1>(known)(t, k);
    }
  r.check(differ);
  r.bits(at);
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    r.check(last(tensor<T, dim<4>>{1, nan, nan, T(2)}) == tensor<int>(2));
    r.check(last(tensor<T, dim<3>>{-5, T(0), -T(0)}) == tensor<int>(2));
  }
  return r;
}

template <class T>
constexpr report special_values() {
  report r;
  constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  constexpr T infinity = std::numeric_limits<T>::infinity();
  r.check(argmax<0>(launder(tensor<T, dim<5>>{1, nan, infinity, nan, T(2)})) == tensor<int>(1));
  r.check(argmax<0>(launder(tensor<T, dim<3>>{nan, T(2), nan})) == tensor<int>(0));
  r.check(argmax<0>(launder(tensor<T, dim<3>>{T(3), infinity, nan})) == tensor<int>(2));
  r.check(argmax<0>(launder(tensor<T, dim<3>>{-infinity, T(3), infinity})) == tensor<int>(2));
  r.check(argmax<0>(launder(tensor<T, dim<2>>{-infinity, -infinity})) == tensor<int>(0));
  return r;
}

// It is where amax finds its number, along every axis.
template <class T>
constexpr report points_at_amax() {
  report r;
  const auto x = launder(filled<tensor<T, token, dim<17>, key, dim<5>>>(1));
  const auto at = argmax<1>(x);
  static_assert(std::is_same_v<decltype(at), const tensor<int, token, key, dim<5>>>);
  const auto most = amax<1>(x);
  for (std::size_t t = 0; t < 2; ++t)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < 5; ++i) r.check(x(t, at(t, k, i), k, i) == most(t, k, i));
  const auto first = argmax<"token">(x);
  const auto larger = amax<"token">(x);
  for (std::size_t j = 0; j < 17; ++j)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < 5; ++i) r.check(x(first(j, k, i), j, k, i) == larger(j, k, i));
  r.bits(at);
  r.bits(first);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3, int", two_by_three<int>},
    {"2x3, double", two_by_three<double>},
    {"the first of equals", the_first_of_equals},
    {"the last of equals, int", the_last_of_equals<int>},
    {"the last of equals, double", the_last_of_equals<double>},
    {"special values, float", special_values<float>},
    {"special values, double", special_values<double>},
    {"points at amax, float", points_at_amax<float>},
    {"points at amax, double", points_at_amax<double>},
};

}  // namespace attn_tests::argmax_tests
