// SPDX-License-Identifier: BSL-1.0
// What attn/ops/logsumexp.hpp promises.
#pragma once

#include <attn/ops/arithmetic.hpp>
#include <attn/ops/elementary.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/log_softmax.hpp>
#include <attn/ops/logsumexp.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <limits>

#include "static_tests/reference/attention_softmax_axes.hpp"
#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/expect.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::logsumexp_tests {

using namespace attn;
using token = axis<"token", 2>;
using key = axis<"key", 3>;

constexpr report two_by_three() {
  report r;
  const auto x = launder(tensor<double, token, key>{{0, 0, 0}, {1, 2, 4}});
  const auto y = logsumexp<"key">(x);
  static_assert(std::is_same_v<decltype(y), const tensor<double, token>>);
  r.check(allclose(y, {1.0986122886681098, 4.169846019556286}));  // log 3, …
  r.check(bitwise_equal(y, logsumexp<1>(x)));
  r.check(bitwise_equal(y, logsumexp<-1>(x)));
  static_assert(std::is_same_v<decltype(logsumexp<"token">(x)), tensor<double, key>>);
  r.bits(y);
  return r;
}

// logsumexp is its public steps, bit for bit, and what log_softmax takes off.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr void check_against_the_steps(report& r) {
  using row = axis<"row", Rows>;
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, row, column>>(Rows * 100 + Columns, T(20)));
  const auto m = amax<"column">(x);
  const auto d = sum<"column">(attn::exp(x - expand<column>(m)));
  const auto y = logsumexp<"column">(x);
  r.check(bitwise_equal(y, m + attn::log(d)));
  r.check(allclose(x - expand<column>(y), log_softmax<"column">(x)));
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
  r.check(bitwise_equal(logsumexp<0>(x), logsumexp<1>(transpose(x))));
  using a = axis<"a", 2>;
  using b = axis<"b", 3>;
  using c = axis<"c", 4>;
  const auto z = launder(filled<tensor<T, a, b, c>>(4, T(8)));
  r.check(bitwise_equal(logsumexp<"b">(z), logsumexp<"b">(transpose(z))));
  r.bits(logsumexp<0>(x));
  r.bits(logsumexp<"a">(z));
  return r;
}

template <class T>
constexpr report reference_along_each_axis() {
  using namespace reference::attention_softmax_axes;
  report r;
  const auto x = launder(as<T>(X));
  r.check(near(logsumexp<0>(x), logsumexp_axis0));
  r.check(near(logsumexp<1>(x), logsumexp_axis1));
  r.check(near(logsumexp<2>(x), logsumexp_axis2));
  return r;
}

// float against double: the error that the header states.
template <std::size_t N>
constexpr void check_accuracy(report& r, float scale, float shift) {
  constexpr double eps = std::numeric_limits<float>::epsilon();
  auto x = launder(filled<tensor<float, dim<N>>>(N, scale));
  for (float& element : x) element = element + shift;
  const double exact(logsumexp<0>(as<double>(x))), m(amax<0>(as<double>(x)));
  const double error = exact - static_cast<double>(float(logsumexp<0>(x)));
  const double size = math::max(1.0, math::max(math::max(m, -m), math::max(exact, -exact)));
  r.check(-2 * eps * size < error && error < 2 * eps * size);
}
constexpr report accuracy() {
  report r;
  check_accuracy<2>(r, 1, 0);
  check_accuracy<2>(r, 0.01f, -0.6931472f);  // all but cancels
  check_accuracy<16>(r, 8, 30);
  check_accuracy<100>(r, 3, -100);
  check_accuracy<1000>(r, 0.5f, 0);
  return r;
}

constexpr report scores_of_any_size() {
  report r;
  const auto y = logsumexp<1>(launder(matrix<double, 2, 2>{{1000, 1000}, {-1000, 1000}}));
  r.check(allclose(y, {1000.6931471805599, 1000}));
  const auto z = logsumexp<1>(launder(matrix<float, 1, 3>{{-3e38f, 3e38f, 0}}));
  r.check(z == tensor<float, dim<1>>{3e38f});
  r.bits(y);
  return r;
}

// In both evaluators and along both axes: an infinity is meant, and is no number that got lost.
template <class T>
constexpr report infinities() {
  report r;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const auto x = launder(matrix<T, 4, 3>{{-infinity, -infinity, -infinity},
                                         {-infinity, 2, -infinity},
                                         {infinity, -infinity, 0},
                                         {infinity, 0, infinity}});
  const tensor<T, dim<4>> y{-infinity, 2, infinity, infinity};
  r.check(bitwise_equal(logsumexp<1>(x), y));
  r.check(bitwise_equal(logsumexp<0>(transpose(x)), y));
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
  r.check(bitwise_equal(values_of(logsumexp<1>(as_archetype(x))), logsumexp<1>(x)));
  r.check(bitwise_equal(values_of(logsumexp<0>(as_archetype(x))), logsumexp<0>(x)));
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
    {"scores of any size", scores_of_any_size},
    {"infinities, float", infinities<float>},
    {"infinities, double", infinities<double>},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::logsumexp_tests
