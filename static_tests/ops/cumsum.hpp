// SPDX-License-Identifier: BSL-1.0
// What attn/ops/cumsum.hpp promises.
#pragma once

#include <attn/ops/cumsum.hpp>
#include <attn/ops/map.hpp>
#include <attn/scalars/cost_of.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::cumsum_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

template <class T>
constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<T, token, key>{{1, 2, 4}, {8, 16, 32}});
  const auto y = cumsum<"key">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, key>>);
  r.check(y == tensor<T, token, key>{{1, 3, 7}, {8, 24, 56}});
  r.check(cumsum<"token">(x) == tensor<T, token, key>{{1, 2, 4}, {9, 18, 36}});
  r.check(cumsum<-1>(x) == y && cumsum<0>(x) == cumsum<"token">(x));
  r.check(cumsum<0>(launder(tensor<T, dim<1>>{5})) == tensor<T, dim<1>>{5});
  r.bits(y);
  return r;
}

// Element by element the sum of the one before and x, rounded once, along each of four axes.
template <axis_selector Axis, class T, class X>
constexpr void is_the_recurrence(report& r, const X& x) {
  const auto y = cumsum<Axis>(x);
  using call = rules::axis_call<Axis, X>;
  constexpr auto extents = [] {
    struct {
      std::size_t of[4];
    } e{{X::shape_type::extents[0], X::shape_type::extents[1], X::shape_type::extents[2],
         X::shape_type::extents[3]}};
    return e;
  }();
  bool all = true;
  for (std::size_t a = 0; a < extents.of[0]; ++a)
    for (std::size_t b = 0; b < extents.of[1]; ++b)
      for (std::size_t c = 0; c < extents.of[2]; ++c)
        for (std::size_t d = 0; d < extents.of[3]; ++d) {
          const std::size_t at[] = {a, b, c, d};
          std::size_t before[] = {a, b, c, d};
          T wanted = x(a, b, c, d);
          if (at[call::position] > 0) {
            --before[call::position];
            wanted = y(before[0], before[1], before[2], before[3]) + wanted;
          }
          all = all && y(a, b, c, d) == wanted;
        }
  r.check(all);
  r.bits(y);
}
template <class T>
constexpr report recurrence_along_every_axis() {
  report r;
  const auto x = launder(filled<tensor<T, token, dim<7>, key, dim<5>>>(1, T(8)));
  is_the_recurrence<0, T>(r, x);
  is_the_recurrence<1, T>(r, x);
  is_the_recurrence<"key", T>(r, x);
  is_the_recurrence<-1, T>(r, x);
  return r;
}

// Not that of 16 partial sums: 1 is lost beside 2^54, one after the other.
constexpr report one_rounding_a_sum_in_order() {
  report r;
  const auto y = cumsum<0>(launder(tensor<double, dim<4>>{0x1p54, 1, 1, -0x1p54}));
  r.check(y == tensor<double, dim<4>>{0x1p54, 0x1p54, 0x1p54, 0});
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
  r.check(bitwise_equal(values_of(cumsum<1>(as_archetype(x))), cumsum<1>(x)));
  return r;
}

constexpr report cost() {
  report r;
  using x = tensor<float, token, dim<7>, key>;
  static_assert(cost::cumsum<x, 1>() == operation_count{.additions = 2 * 6 * 3});
  r.check(cost::cumsum<x, axis_selector("token")>().additions == 7 * 3);
  r.check(cost::cumsum<tensor<int, dim<1>>, 0>() == operation_count{});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3, int", two_by_three<int>},
    {"2x3, float", two_by_three<float>},
    {"2x3, double", two_by_three<double>},
    {"the recurrence along every axis, float", recurrence_along_every_axis<float>},
    {"the recurrence along every axis, double", recurrence_along_every_axis<double>},
    {"one rounding a sum, in order", one_rounding_a_sum_in_order},
    {"an archetype will do", an_archetype_will_do},
    {"cost", cost},
};

}  // namespace attn_tests::cumsum_tests
