// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/counted.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::counted_tests {
using number = counted<double>;
static_assert(floating_scalar<number> && floating_scalar<counted<float>>);
static_assert(!std::is_convertible_v<double, number> && !std::is_convertible_v<number, double>);

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("each operator is one", [](report& r) {
    operation_count n;
    const number a(launder(3.0), &n), b(launder(0.5), &n);
    r.check((a + b).value == 3.5 && n == operation_count{.additions = 1});
    r.check((a - b).value == 2.5 && n == operation_count{.additions = 2});
    r.check((a * b).value == 1.5 && n.multiplications == 1);
    r.check((a / b).value == 6 && n.divisions == 1);
    r.check((-a).value == -3 && n.negations == 1);
    r.check(
        n == operation_count{.additions = 2, .multiplications = 1, .divisions = 1, .negations = 1});
    bool same_place = true;
    for (const number& x : {a + b, a * b, -a}) same_place = same_place && x.place == &n;
    r.check(same_place);
    r.bits((a / b).value);
  });
  tests.proved("each function is one", [](report& r) {
    operation_count n;
    const number a(launder(0.25), &n), b(launder(2.0), &n);
    r.check(max(a, b).value == 2 && min(a, b).value == 0.25 && n.comparisons == 2);
    r.check(
        select(true, a, b).value == 0.25 && select(false, a, b).value == 2 && n.selections == 2);
    r.check(n.flops() == 0);
    r.check(sqrt(a).value == 0.5 && n.square_roots == 1);
    r.check(exp(a).value == math::exp(0.25) && n.exponentials == 1);
    r.check(log(a).value == math::log(0.25) && n.logarithms == 1);
    r.check(log1p(a).value == math::log1p(0.25) && n.logarithms == 2);
    r.check(pow(b, a).value == math::pow(2.0, 0.25) && n.powers == 1);
    r.check(sin(a).value == math::sin(0.25) && n.sines == 1);
    r.check(cos(a).value == math::cos(0.25) && n.sines == 2);
    r.check(tanh(a).value == math::tanh(0.25) && n.hyperbolic_tangents == 1);
    r.check(sigmoid(a).value == math::sigmoid(0.25) && n.sigmoids == 1);
    r.check(erf(a).value == math::erf(0.25) && n.error_functions == 1);
    r.check(n.flops() == 10 && n.additions + n.multiplications + n.divisions + n.negations == 0);
    r.bits(exp(a).value);
  });
  // A sum that two use was made once.
  tests.proved("a shared value is counted once", [](report& r) {
    operation_count n;
    const number a(launder(3.0), &n), b(launder(0.5), &n);
    const number sum = a + b;
    const number square = sum * sum;
    r.check((square + sum).value == 15.75);
    r.check(n == operation_count{.additions = 2, .multiplications = 1});
    r.bits(square.value);
  });
  // Constants among themselves cost nothing; with a counted number one operation.
  tests.proved("constants are free", [](report& r) {
    operation_count n;
    const number a(launder(3.0), &n), two(2), four(4);
    const number half = two / four;
    r.check(half.value == 0.5 && half.place == nullptr && n == operation_count{});
    r.check((half * a).value == 1.5 && (a * half).place == &n && n.multiplications == 2);
    r.bits((half * a).value);
  });
  // Two counts at a time, each for what is its own. What would be in both is no constant and ends the
  // program, in operands_are_counted_in_two_places (static_tests/rejected/scalars.cpp).
  tests.proved("places are apart", [](report& r) {
    operation_count n, m;
    const number a(launder(3.0), &n), b(launder(5.0), &m);
    r.check((a + a).value + (b * b).value == 31);
    r.check(n == operation_count{.additions = 1} && m == operation_count{.multiplications = 1});
    r.bits((b * b).value);
  });
  tests.proved<float, double>("values are the numbers", []<class T>(report& r) {
    using X = tensor<T, axis<"row", 3>, axis<"column", 5>>;
    using Y = tensor<T, axis<"column", 5>, axis<"other", 2>>;
    const auto x = launder(filled<X>(1));
    const auto y = launder(filled<Y>(2));
    operation_count n;
    const auto found = matmul(softmax(counted_in(n, x)), counted_in(n, y));
    has_type<tensor<counted<T>, axis<"row", 3>, axis<"other", 2>>>(found);
    r.same(numbers_of(found), matmul(softmax(x), y));
    r.check(n.exponentials == 15 && n.multiplications == 15 + 30 && n.divisions == 3);
  });
  // What is counted already stays where it is; constants get a place.
  tests.proved("counted again", [](report& r) {
    operation_count n, m;
    const auto x = counted_in(n, launder(tensor<double, dim<2>>{1, 2}));
    const auto twice = counted_in(m, x);
    const auto zeros = counted_in(m, tensor<number, dim<2>>{});
    r.check(twice.data()[0].place == &n && zeros.data()[1].place == &m);
    r.check(numbers_of(sum<0>(zeros)) == tensor<double>(0));
    r.check(m == operation_count{.additions = 1} && n == operation_count{});
    r.bits(numbers_of(twice));
  });
};
}  // namespace attn_tests::counted_tests
