// SPDX-License-Identifier: BSL-1.0
// Behaviours of softmax, log_softmax, sparsemax of attn/ops/.
#pragma once

#include "static_tests/reference/attention_softmax.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::ops_softmax_tests {
using token = axis<"token", 2>;
using key_3 = axis<"key", 3>;

// softmax is its four public steps, bit for bit.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr void check_against_the_steps_of_softmax(report& r) {
  using row = axis<"row", Rows>;
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, row, column>>(Rows * 100 + Columns, T(20)));
  const auto m = amax<"column">(x);
  const auto e = attn::exp(x - expand<column>(m));
  const auto d = sum<"column">(e);
  const auto share = map(d, [](T total) { return T(1) / total; });
  const auto y = softmax<"column">(x);
  r.same(y, multiply(e, expand<column>(share)));
  // … and rows sum to 1, within the roundings of a sum.
  for (const T total : sum<"column">(y)) r.check(allclose(total, T(1)));
}

// The same bits into an existing tensor, and in place; short rows and long ones, along both
// axes. Names are gradual here, as elsewhere.
template <class T, std::size_t Columns> constexpr void check_into(report& r) {
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, token, column>>(Columns, T(20)));
  tensor<T, token, column> out;
  softmax_into(out, x);
  r.same(out, softmax(x));
  matrix<T, 2, Columns> other;
  softmax_into<"token">(other, x);
  r.same(other, softmax<0>(x));
  auto y = x;
  softmax_into<"column">(y, y);
  r.same(y, out);
  auto z = x;
  softmax_into<0>(z, z);
  r.same(z, other);
}

using word = axis<"word", 3>;

// log_softmax is its public steps, bit for bit.
template <class T, std::size_t Rows, std::size_t Columns>
constexpr void check_against_the_steps(report& r) {
  using row = axis<"row", Rows>;
  using column = axis<"column", Columns>;
  const auto x = launder(filled<tensor<T, row, column>>(Rows * 100 + Columns, T(20)));
  const auto from_top = x - expand<column>(amax<"column">(x));
  const auto d = sum<"column">(attn::exp(from_top));
  const auto y = log_softmax<"column">(x);
  r.same(y, from_top - expand<column>(attn::log(d)));
  // … and the logarithm of softmax, within a few roundings of the larger of 1 and |y|.
  r.check(allclose(y, attn::log(softmax<"column">(x))));
}

// float against double: the error that the header states.
template <std::size_t N> constexpr void check_accuracy(report& r, float scale) {
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

using key = axis<"key", 4>;
using row_3 = axis<"row", 3>;

template <class T> constexpr tensor<T, row_3, key> scores() {
  return as<T>(tensor<double, row_3, key>{
      {0.5, 1.25, -2, 1}, {3, 1, 2.75, 0}, {0.125, 0.25, 0.1875, 0.0625}});
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/ops/softmax.hpp promises.
  tests.executed("2x3", [](report& r) {
    const auto x = launder(tensor<double, token, key_3>{{0, 0, 0}, {1, 2, 4}});
    const auto y = softmax<"key">(x);
    has_type<tensor<double, token, key_3>>(y);
    // e^-3, e^-2, 1 over their sum, to 17 digits.
    r.check(allclose(y, {{1.0 / 3, 1.0 / 3, 1.0 / 3},
                            {0.042010066134066, 0.11419519938459449, 0.8437947344813395}}));
    r.same(y, softmax(x));  // the last axis is meant where none is named
    r.same(y, softmax<1>(x));
    r.same(y, softmax<-1>(x));
  });
  tests.executed<float, double>("is its four steps", []<class T>(report& r) {
    for_pairs<1, 1, 3, 3, 7, 2, 2, 15, 2, 16, 3, 17, 1, 33, 1, 131>(
        [&]<std::size_t M, std::size_t N>() { check_against_the_steps_of_softmax<T, M, N>(r); });
  });
  // Along the first axis, the middle one of three: the same numbers as along the last.
  tests.executed<float, double>("any axis", []<class T>(report& r) {
    const auto x = launder(filled<matrix<T, 5, 4>>(3, T(8)));
    r.same(softmax<0>(x), transpose(softmax(transpose(x))));
    using a = axis<"a", 2>;
    using b = axis<"b", 3>;
    using c = axis<"c", 4>;
    const auto z = launder(filled<tensor<T, a, b, c>>(4, T(8)));
    r.same(softmax<"b">(z), transpose(softmax(transpose(z))));
    r.bits(softmax<"a">(z));
  });
  tests.executed<float, double>("reference along each axis", []<class T>(report& r) {
    using namespace reference::attention_softmax_axes;
    const auto x = launder(as<T>(X));
    r.check(near(softmax<0>(x), softmax_axis0));
    r.check(near(softmax<1>(x), softmax_axis1));
    r.check(near(softmax<2>(x), softmax_axis2));
  });
  // The awkward rows that are constants: a huge spread, a masked row, subnormal numbers … The rest, and
  // all that the naive formula does, is in runtime_tests.
  tests.executed("awkward rows", [](report& r) {
    using namespace reference::attention_softmax_edges;
    const auto x = launder(X);
    for (const int row : {0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13}) {
      const tensor<double, dim<4>> expected_row = select<0>(stable.value, row);
      const auto y = softmax(select<0>(x, row));
      r.check(
          near(y, expected{expected_row, stable.abs64, stable.rel64, stable.abs32, stable.rel32}));
      r.bits(y);
    }
  });
  // Scores of any finite size: the naive formula overflows from 710 on in double.
  tests.executed("large scores", [](report& r) {
    const auto y = softmax(launder(matrix<double, 2, 2>{{1000, 1000}, {-1000, 1000}}));
    r.check(y == matrix<double, 2, 2>{{0.5, 0.5}, {0, 1}});
    const auto z = softmax(launder(matrix<float, 1, 3>{{-3e38f, 3e38f, 0}}));
    r.check(z == matrix<float, 1, 3>{{0, 1, 0}});
    r.bits(y);
  });
  // A distant row does not disturb: the largest is taken row by row, not over the matrix.
  tests.executed("rows are on their own", [](report& r) {
    const auto y = softmax(launder(matrix<double, 2, 2>{{0, 1}, {1000, 1001}}));
    const auto alone = softmax(launder(matrix<double, 1, 2>{{0, 1}}));
    r.check(bitwise_equal(y(0, 0), alone(0, 0)) && bitwise_equal(y(0, 1), alone(0, 1)));
    r.check(bitwise_equal(y(1, 0), alone(0, 0)) && bitwise_equal(y(1, 1), alone(0, 1)));
  });
  tests.executed("minus infinity gets nothing", [](report& r) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto y = softmax(launder(matrix<double, 1, 3>{{1, -infinity, 1}}));
    r.check(bitwise_equal(y, {{0.5, 0.0, 0.5}}));
  });
  // Where it does: softmax_naive_overflowed_take_softmax_instead
  // (rejected/softmax.cpp).
  tests.executed("naive agrees where it does not overflow", [](report& r) {
    const auto x = launder(filled<tensor<double, token, key_3>>(9, 4.0));
    r.check(allclose(softmax_naive<"key">(x), softmax<"key">(x)));
    r.check(allclose(softmax_naive<"token">(x), softmax<"token">(x)));
    r.bits(softmax_naive(x));
  });
  tests.executed<float, double>("into", []<class T>(report& r) {
    for_sizes<1, 3, 16, 35, 131>([&]<std::size_t N>() { check_into<T, N>(r); });
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto x = launder(filled<matrix<double, 3, 5>>(1, 6.0));
    r.same(values_of(softmax(as_archetype(x))), softmax(x));
    r.same(values_of(softmax<0>(as_archetype(x))), softmax<0>(x));
    auto y = as_archetype(x);
    softmax_into(y, y);
    r.same(values_of(y), softmax(x));
    r.same(values_of(softmax_naive(as_archetype(x))), softmax_naive(x));
  });
  // What attn/ops/softmax.hpp promises.
  tests.executed("2x3", [](report& r) {
    const auto x = launder(tensor<double, token, word>{{0, 0, 0}, {1, 2, 4}});
    const auto y = log_softmax<"word">(x);
    has_type<tensor<double, token, word>>(y);
    // -log 3; and to 17 digits.
    r.check(allclose(y, {{-1.0986122886681098, -1.0986122886681098, -1.0986122886681098},
                            {-3.1698460195562856, -2.1698460195562856, -0.16984601955628564}}));
    r.same(y, log_softmax(x));  // the last axis is meant where none is named
    r.same(y, log_softmax<1>(x));
    r.same(y, log_softmax<-1>(x));
  });
  tests.executed<float, double>("is its steps", []<class T>(report& r) {
    for_pairs<1, 1, 3, 3, 7, 2, 2, 15, 2, 16, 3, 17, 1, 33, 1, 131>(
        [&]<std::size_t M, std::size_t N>() { check_against_the_steps<T, M, N>(r); });
  });
  // Along the first axis, the middle one of three: the same numbers as along the last.
  tests.executed<float, double>("any axis", []<class T>(report& r) {
    const auto x = launder(filled<matrix<T, 5, 4>>(3, T(8)));
    r.same(log_softmax<0>(x), transpose(log_softmax(transpose(x))));
    using a = axis<"a", 2>;
    using b = axis<"b", 3>;
    using c = axis<"c", 4>;
    const auto z = launder(filled<tensor<T, a, b, c>>(4, T(8)));
    r.same(log_softmax<"b">(z), transpose(log_softmax(transpose(z))));
    r.bits(log_softmax<"a">(z));
  });
  tests.executed<float, double>("reference along each axis", []<class T>(report& r) {
    using namespace reference::attention_softmax_axes;
    const auto x = launder(as<T>(X));
    r.check(near(log_softmax<0>(x), log_softmax_axis0));
    r.check(near(log_softmax<1>(x), log_softmax_axis1));
    r.check(near(log_softmax<2>(x), log_softmax_axis2));
  });
  tests.executed("accuracy", [](report& r) {
    check_accuracy<2>(r, 1);
    check_accuracy<3>(r, 8);
    check_accuracy<16>(r, 8);
    check_accuracy<100>(r, 3);
    check_accuracy<1000>(r, 0.5f);
  });
  // Where softmax rounds to 0, and its logarithm to -inf, there is a number.
  tests.executed("where softmax has no logarithm", [](report& r) {
    const auto x = launder(matrix<double, 2, 2>{{1000, 1000}, {-1000, 1000}});
    const auto y = log_softmax(x);
    r.check(allclose(y, {{-0.6931471805599453, -0.6931471805599453}, {-2000, 0}}));
    r.check(y(1, 0) == -2000 && softmax(x)(1, 0) == 0);
    const auto z = log_softmax(launder(matrix<float, 1, 3>{{-3e38f, 3e38f, 0}}));
    r.check(z == matrix<float, 1, 3>{{-std::numeric_limits<float>::infinity(), 0, -3e38f}});
    r.bits(y);
  });
  // A distant row does not disturb: the largest is taken row by row, not over the matrix.
  tests.executed("rows are on their own", [](report& r) {
    const auto y = log_softmax(launder(matrix<double, 2, 2>{{0, 1}, {1000, 1001}}));
    const auto alone = log_softmax(launder(matrix<double, 1, 2>{{0, 1}}));
    r.check(bitwise_equal(y, {{alone(0, 0), alone(0, 1)}, {alone(0, 0), alone(0, 1)}}));
  });
  tests.executed("minus infinity stays", [](report& r) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto x = launder(matrix<double, 1, 3>{{1, -infinity, 1}});
    const auto y = log_softmax(x);
    r.check(y(0, 1) == -infinity && allclose(y(0, 0), -0.6931471805599453) && y(0, 2) == y(0, 0));
    r.same(log_softmax<0>(transpose(x)), transpose(y));
  });
  tests.accepts_an_archetype<matrix<double, 3, 5>>([](const auto& x) { return log_softmax(x); });
  tests.accepts_an_archetype<matrix<double, 3, 5>>([](const auto& x) { return log_softmax<0>(x); });
  // sparsemax of attn/ops/softmax.hpp.
  // By Martins and Astudillo's algorithm, in exact arithmetic.
  tests.executed<float, double>("3x4", []<class T>(report& r) {
    const auto x = launder(scores<T>());
    const auto y = sparsemax<"key">(x);
    has_type<tensor<T, row_3, key>>(y);
    r.check(allclose(y, as<T>(tensor<double, row_3, key>{{0, 0.625, 0, 0.375}, {0.625, 0, 0.375, 0},
                            {0.21875, 0.34375, 0.28125, 0.15625}})));
    r.same(y, sparsemax(x));
    r.same(sparsemax<"key">(transpose(x)), transpose(y));
    r.same(sparsemax(map(x, [](T each) { return each + 1024; })), y);
    for (const T total : sum<"key">(y)) r.check(allclose(total, T(1)));
  });
  tests.executed("one, equal, far apart", [](report& r) {
    r.check(
        sparsemax(launder(matrix<double, 2, 1>{{7}, {-1e300}})) == matrix<double, 2, 1>{{1}, {1}});
    r.check(sparsemax(launder(matrix<double, 1, 4>{{3, 3, 3, 3}})) ==
            matrix<double, 1, 4>{{0.25, 0.25, 0.25, 0.25}});
    constexpr double infinity = std::numeric_limits<double>::infinity();
    r.check(sparsemax(launder(matrix<double, 1, 3>{{-infinity, 1e300, -1e300}})) ==
            matrix<double, 1, 3>{{0, 1, 0}});
  });
  // The nearest point of the simplex: x - y - t has one value where y is not 0, and is no larger
  // elsewhere.
  tests.executed<float, double>("is a projection", []<class T>(report& r) {
    const auto x = launder(filled<tensor<T, row_3, axis<"wide", 37>>>(5, T(2)));
    const auto y = sparsemax(x);
    for (std::size_t i = 0; i < row_3::size; ++i) {
      T threshold = T(-100);
      for (std::size_t j = 0; j < 37; ++j)
        if (y(i, j) > 0) threshold = x(i, j) - y(i, j);
      for (std::size_t j = 0; j < 37; ++j)
        r.check(
            y(i, j) > 0 ? allclose(x(i, j) - y(i, j), threshold) : x(i, j) <= threshold + T(1e-5));
    }
    r.bits(y);
  });
  // dx_i = dy_i less the mean of dy, where y_i is not 0.
  tests.executed<float, double>("derivative", []<class T>(report& r) {
    const auto x = launder(scores<T>());
    const tensor<T, row_3, key> dy{{1, 2, 4, 8}, {1, 2, 4, 8}, {1, 2, 4, 9}};
    const auto f = [&](const auto& s) {
      return sum<"row">(sum<"key">(multiply(sparsemax<"key">(s), type_as(dy, s))));
    };
    const tensor<T, row_3, key> dx{{0, -3, 0, 3}, {-1.5f, 0, 1.5f, 0}, {-3, -2, 0, 5}};
    r.check(gradient(f, x) == dx);
    r.check(forward_gradient(f, x) == dx);
    const auto along_rows = [&](const auto& s) {
      return sum<"row">(sum<"key">(multiply(transpose(sparsemax<"key">(s)), type_as(dy, s))));
    };
    r.check(gradient(along_rows, transpose(x)) == transpose(dx));
  });
  tests.proved("cost", [](report& r) {
    const auto each = [&]<class X>(const X& x, const auto& f, const operation_count& formula) {
      operation_count executed;
      static_cast<void>(f(counted_in(executed, x)));
      r.check(executed == formula);
    };
    each(
        scores<double>(), [](const auto& x) { return sparsemax(x); },
        cost::sparsemax<tensor<double, row_3, key>>());
    each(
        scores<double>(), [](const auto& x) { return sparsemax<"row">(x); },
        cost::sparsemax<tensor<double, row_3, key>, "row">());
    r.check(cost::sparsemax<tensor<double, key>>() ==
            operation_count{.additions = 19, .divisions = 3, .comparisons = 19});
  });
};
}  // namespace attn_tests::ops_softmax_tests
