// SPDX-License-Identifier: BSL-1.0
// What attn/ops/log_softmax.hpp promises.
#pragma once

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/attention_softmax_axes.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::log_softmax_tests {

using namespace attn;
using token = axis<"token", 2>;
using word = axis<"word", 3>;

constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<double, token, word>{{0, 0, 0}, {1, 2, 4}});
  const auto y = log_softmax<"word">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token, word>>);
  // -log 3; and to 17 digits.
  r.check(allclose(y, {{-1.0986122886681098, -1.0986122886681098, -1.0986122886681098},
                       {-3.1698460195562856, -2.1698460195562856, -0.16984601955628564}}));
  r.check(bitwise_equal(y, log_softmax(x)));  // the last axis is meant where none is named
  r.check(bitwise_equal(y, log_softmax<1>(x)));
  r.check(bitwise_equal(y, log_softmax<-1>(x)));
  r.bits(y);
  return r;
}

// log_softmax is its public steps, bit for bit.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr void check_against_the_steps(report& r) {
  using row = axis<"row", Rows>;
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, row, column>>(Rows * 100 + Columns, T(20)));
  const auto from_top = x - expand<column>(amax<"column">(x));
  const auto d = sum<"column">(attn::exp(from_top));
  const auto y = log_softmax<"column">(x);
  r.check(bitwise_equal(y, from_top - expand<column>(attn::log(d))));
  // … and the logarithm of softmax, within a few roundings of the larger of 1 and |y|.
  r.check(allclose(y, attn::log(softmax<"column">(x))));
  r.bits(y);
}

template <class T>
constexpr report is_its_steps() {
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
  r.check(bitwise_equal(log_softmax<0>(x), transpose(log_softmax(transpose(x)))));
  using a = axis<"a", 2>;
  using b = axis<"b", 3>;
  using c = axis<"c", 4>;
  const auto z = launder(filled<tensor<T, a, b, c>>(4, T(8)));
  r.check(bitwise_equal(log_softmax<"b">(z), transpose(log_softmax(transpose(z)))));
  r.bits(log_softmax<0>(x));
  r.bits(log_softmax<"a">(z));
  return r;
}

template <class T>
constexpr report reference_along_each_axis() {
  using namespace reference::attention_softmax_axes;
  report r;
  const auto x = launder(as<T>(X));
  r.check(near(log_softmax<0>(x), log_softmax_axis0));
  r.check(near(log_softmax<1>(x), log_softmax_axis1));
  r.check(near(log_softmax<2>(x), log_softmax_axis2));
  return r;
}

// float against double: the error that the header states.
template <std::size_t N>
constexpr void check_accuracy(report& r, float scale) {
  constexpr double eps = std::numeric_limits<float>::epsilon();
  const auto x = launder(filled<tensor<float, dim<N>>>(N, scale));
  const auto y = log_softmax(x);
  const auto exact = log_softmax(as<double>(x));
  for (std::size_t i = 0; i < N; ++i) {
    const double e = exact(i), error = e - static_cast<double>(y(i));
    const double allowed = 2 * eps * (e < -1 ? -e : 1);
    r.check(-allowed < error && error < allowed);
  }
}
constexpr report accuracy() {
  report r;
  check_accuracy<2>(r, 1);
  check_accuracy<3>(r, 8);
  check_accuracy<16>(r, 8);
  check_accuracy<100>(r, 3);
  check_accuracy<1000>(r, 0.5f);
  return r;
}

// Where softmax rounds to 0, and its logarithm to -inf, there is a number.
constexpr report where_softmax_has_no_logarithm() {
  report r;
  const auto x = launder(matrix<double, 2, 2>{{1000, 1000}, {-1000, 1000}});
  const auto y = log_softmax(x);
  r.check(allclose(y, {{-0.6931471805599453, -0.6931471805599453}, {-2000, 0}}));
  r.check(y(1, 0) == -2000 && softmax(x)(1, 0) == 0);
  const auto z = log_softmax(launder(matrix<float, 1, 3>{{-3e38f, 3e38f, 0}}));
  r.check(z == matrix<float, 1, 3>{{-std::numeric_limits<float>::infinity(), 0, -3e38f}});
  r.bits(y);
  return r;
}

// A distant row does not disturb: the largest is taken row by row, not over the matrix.
constexpr report rows_are_on_their_own() {
  report r;
  const auto y = log_softmax(launder(matrix<double, 2, 2>{{0, 1}, {1000, 1001}}));
  const auto alone = log_softmax(launder(matrix<double, 1, 2>{{0, 1}}));
  r.check(bitwise_equal(y, {{alone(0, 0), alone(0, 1)}, {alone(0, 0), alone(0, 1)}}));
  return r;
}

constexpr report minus_infinity_stays() {
  report r;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto x = launder(matrix<double, 1, 3>{{1, -infinity, 1}});
  const auto y = log_softmax(x);
  r.check(y(0, 1) == -infinity && allclose(y(0, 0), -0.6931471805599453) && y(0, 2) == y(0, 0));
  r.check(bitwise_equal(log_softmax<0>(transpose(x)), transpose(y)));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
  r.check(bitwise_equal(values_of(log_softmax(as_archetype(x))), log_softmax(x)));
  r.check(bitwise_equal(values_of(log_softmax<0>(as_archetype(x))), log_softmax<0>(x)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"2x3", two_by_three},
    {"is its steps, float", is_its_steps<float>},
    {"is its steps, double", is_its_steps<double>},
    {"any axis, float", any_axis<float>},
    {"any axis, double", any_axis<double>},
    {"reference along each axis, float", reference_along_each_axis<float>},
    {"reference along each axis, double", reference_along_each_axis<double>},
    {"accuracy", accuracy},
    {"where softmax has no logarithm", where_softmax_has_no_logarithm},
    {"rows are on their own", rows_are_on_their_own},
    {"minus infinity stays", minus_infinity_stays},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::log_softmax_tests
