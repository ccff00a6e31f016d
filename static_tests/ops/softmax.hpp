// SPDX-License-Identifier: BSL-1.0
// What attn/ops/softmax.hpp promises.
#pragma once

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/map.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/attention_softmax_axes.hpp"
#include "static_tests/reference/attention_softmax_edges.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::softmax_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<double, token, key>{{0, 0, 0}, {1, 2, 4}});
  const auto y = softmax<"key">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, key>>);
  // e^-3, e^-2, 1 over their sum, to 17 digits.
  r.check(allclose(y, {{1.0 / 3, 1.0 / 3, 1.0 / 3},
                       {0.042010066134066, 0.11419519938459449, 0.8437947344813395}}));
  r.check(bitwise_equal(y, softmax(x)));  // the last axis is meant where none is named
  r.check(bitwise_equal(y, softmax<1>(x)));
  r.check(bitwise_equal(y, softmax<-1>(x)));
  r.bits(y);
  return r;
}

// softmax is its four public steps, bit for bit.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr void check_against_the_steps(report& r) {
  using row = axis<"row", Rows>;
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, row, column>>(Rows * 100 + Columns, T(20)));
  const auto m = amax<"column">(x);
  const auto e = attn::exp(x - expand<column>(m));
  const auto d = sum<"column">(e);
  const auto share = map(d, [](T total) { return T(1) / total; });
  const auto y = softmax<"column">(x);
  r.check(bitwise_equal(y, multiply(e, expand<column>(share))));
  // … and rows sum to 1, within the roundings of a sum.
  for (const T total : sum<"column">(y)) r.check(allclose(total, T(1)));
  r.bits(y);
}

template <class T>
constexpr report is_its_four_steps() {
  report r;
  check_against_the_steps<T, 1, 1>(r);
  check_against_the_steps<T, 3, 3>(r);
  check_against_the_steps<T, 7, 2>(r);
  check_against_the_steps<T, 2, 15>(r);
  check_against_the_steps<T, 2, 16>(r);
  check_against_the_steps<T, 3, 17>(r);
  check_against_the_steps<T, 1, 33>(r);
  check_against_the_steps<T, 1, 131>(r);
  return r;
}

// Along the first axis, the middle one of three: the same numbers as along the last.
template <class T>
constexpr report any_axis() {
  report r;
  const auto x = launder(filled<matrix<T, 5, 4>>(3, T(8)));
  r.check(bitwise_equal(softmax<0>(x), transpose(softmax(transpose(x)))));
  using a = axis<"a", 2>;
  using b = axis<"b", 3>;
  using c = axis<"c", 4>;
  const auto z = launder(filled<tensor<T, a, b, c>>(4, T(8)));
  r.check(bitwise_equal(softmax<"b">(z), transpose(softmax(transpose(z)))));
  r.bits(softmax<0>(x));
  r.bits(softmax<"a">(z));
  return r;
}

template <class T>
constexpr report reference_along_each_axis() {
  using namespace reference::attention_softmax_axes;
  report r;
  const auto x = launder(as<T>(X));
  r.check(near(softmax<0>(x), softmax_axis0));
  r.check(near(softmax<1>(x), softmax_axis1));
  r.check(near(softmax<2>(x), softmax_axis2));
  return r;
}

// The awkward rows that are constants: a huge spread, a masked row, subnormal numbers … The rest, and
// all that the naive formula does, is in runtime_tests.
constexpr report awkward_rows() {
  using namespace reference::attention_softmax_edges;
  report r;
  const auto x = launder(X);
  for (const int row : {0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13}) {
    const tensor<double, dim<4>> expected_row = select<0>(stable.value, row);
    const auto y = softmax(select<0>(x, row));
    r.check(
        near(y, expected{expected_row, stable.abs64, stable.rel64, stable.abs32, stable.rel32}));
    r.bits(y);
  }
  return r;
}

// Scores of any finite size: the naive formula overflows from 710 on in double.
constexpr report large_scores() {
  report r;
  const auto y = softmax(launder(matrix<double, 2, 2>{{1000, 1000}, {-1000, 1000}}));
  r.check(y == matrix<double, 2, 2>{{0.5, 0.5}, {0, 1}});
  const auto z = softmax(launder(matrix<float, 1, 3>{{-3e38f, 3e38f, 0}}));
  r.check(z == matrix<float, 1, 3>{{0, 1, 0}});
  r.bits(y);
  return r;
}

// A distant row does not disturb: the largest is taken row by row, not over the matrix.
constexpr report rows_are_on_their_own() {
  report r;
  const auto y = softmax(launder(matrix<double, 2, 2>{{0, 1}, {1000, 1001}}));
  const auto alone = softmax(launder(matrix<double, 1, 2>{{0, 1}}));
  r.check(bitwise_equal(y(0, 0), alone(0, 0)) && bitwise_equal(y(0, 1), alone(0, 1)));
  r.check(bitwise_equal(y(1, 0), alone(0, 0)) && bitwise_equal(y(1, 1), alone(0, 1)));
  return r;
}

constexpr report minus_infinity_gets_nothing() {
  report r;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto y = softmax(launder(matrix<double, 1, 3>{{1, -infinity, 1}}));
  r.check(bitwise_equal(y, {{0.5, 0.0, 0.5}}));
  return r;
}

// The same bits into an existing tensor, and in place; short rows and long ones, along both
// axes. Names are gradual here, too.
template <class T, std::size_t Columns>
constexpr void check_into(report& r) {
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, token, column>>(Columns, T(20)));
  tensor<T, token, column> out;
  softmax_into(out, x);
  r.check(bitwise_equal(out, softmax(x)));
  matrix<T, 2, Columns> other;
  softmax_into<"token">(other, x);
  r.check(bitwise_equal(other, softmax<0>(x)));
  auto y = x;
  softmax_into<"column">(y, y);
  r.check(bitwise_equal(y, out));
  auto z = x;
  softmax_into<0>(z, z);
  r.check(bitwise_equal(z, other));
}
template <class T>
constexpr report into() {
  report r;
  check_into<T, 1>(r);
  check_into<T, 3>(r);
  check_into<T, 16>(r);
  check_into<T, 35>(r);
  check_into<T, 131>(r);
  return r;
}

// Where it does: softmax_naive_overflowed_take_softmax_instead
// (rejected/softmax.cpp).
constexpr report naive_agrees_where_it_does_not_overflow() {
  report r;
  const auto x = launder(filled<tensor<double, token, key>>(9, 4.0));
  r.check(allclose(softmax_naive<"key">(x), softmax<"key">(x)));
  r.check(allclose(softmax_naive<"token">(x), softmax<"token">(x)));
  r.bits(softmax_naive(x));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
  r.check(bitwise_equal(values_of(softmax(as_archetype(x))), softmax(x)));
  r.check(bitwise_equal(values_of(softmax<0>(as_archetype(x))), softmax<0>(x)));
  auto y = as_archetype(x);
  softmax_into(y, y);
  r.check(bitwise_equal(values_of(y), softmax(x)));
  r.check(bitwise_equal(values_of(softmax_naive(as_archetype(x))), softmax_naive(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3", two_by_three},
    {"is its four steps, float", is_its_four_steps<float>},
    {"is its four steps, double", is_its_four_steps<double>},
    {"any axis, float", any_axis<float>},
    {"any axis, double", any_axis<double>},
    {"reference along each axis, float", reference_along_each_axis<float>},
    {"reference along each axis, double", reference_along_each_axis<double>},
    {"awkward rows", awkward_rows},
    {"large scores", large_scores},
    {"rows are on their own", rows_are_on_their_own},
    {"minus infinity gets nothing", minus_infinity_gets_nothing},
    {"naive agrees where it does not overflow", naive_agrees_where_it_does_not_overflow},
    {"into, float", into<float>},
    {"into, double", into<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::softmax_tests
