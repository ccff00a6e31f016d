// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/exact_arithmetic.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::exact_arithmetic_tests {
using number = term<double, exact_arithmetic>;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
static_assert(floating_scalar<number> && analysis_scalar<number>);
static_assert(std::is_convertible_v<double, number> && std::is_convertible_v<int, number>);
static_assert(!std::is_convertible_v<double, term<float, exact_arithmetic>>);

using key = axis<"key", 4>;
using width = axis<"width", 5>;

inline constexpr auto behaviours = [](test_table& tests) {
  // A commutative ring with quotients.
  tests.proved("sums and products", [](report& r) {
    const number a = launder(number::input(0)), b = launder(number::input(1)),
                 c = launder(number(3));
    r.check(identical((a + b) + c, c + (b + a)) && identical((a * b) * c, a * (c * b)));
    r.check(identical(a * (b + c), a * b + c * a) && identical(2 * a, a + a));
    r.check(identical(a - a, number(0)) && identical(a * 0, number(0)) && identical(a + 0, a));
    r.check(identical(-a, 0 - a) && identical(-(a + b), -a - b) && identical(a / 2, a * 0.5));
    r.check(identical(a / b * b, a) && identical(1 / (1 / a), a) && identical(a / a, number(1)));
    r.check(identical(a / c + b / c, (a + b) / c) && identical((a + b) * (a - b), a * a - b * b));
    r.check(!identical(a, b) && !identical(a + b, a) && !identical(a * a, a) &&
            !identical(a / b, b / a));
    r.check(!identical(a * b, a + b) && !identical(a / 0, number(infinity)));
  });
  tests.proved("assignments", [](report& r) {
    const number a = launder(number::input(0)), b = launder(number::input(1));
    number x = a;
    r.check(identical(x += b, a + b) && identical(x -= 2, a + b - 2));
    r.check(identical(x *= b, (a + b - 2) * b) && identical(x /= a, (a + b - 2) * b / a));
  });
  // Constants are numbers of T, and exact from there.
  tests.proved("constants", [](report& r) {
    const number a = launder(number::input(0));
    r.check(identical(number(0.5) + 0.25, number(0.75)) && identical(number(-3) * 7, number(-21)));
    r.check(
        identical(number(0x1p-1000) * 0x1p1000, number(1)) && identical(number(6) / 3, number(2)));
    r.check(identical(number(0x1p-1074) * 0x1p1000 * 0x1p74, number(1)));
    r.check(identical(number(1e300) / 1e300, number(1)) && identical(number(-0.0), number(0)));
    r.check(!identical(number(launder(0.1)) + 0.2, number(0.3)));  // nor is 0.1 a tenth
    r.check(identical(number(launder(0.1)) * 0x1p55, number(0.1 * 0x1p55)));
    // No power of 2 is 1, and no sum of constants another one.
    r.check(!identical(a * 0x1p61, a) && !identical(a * 0x1p-61, a) && !identical(a * 0x1p122, a));
    r.check(!identical((a + 0x1p61) - 1, a) && identical((a + 0x1p61) - 0x1p61, a));
    r.check(!identical(number(0x1p1000) * 0x1p1000 * 0x1p1000, number(0x1p1000)));
    r.check(identical(a + infinity, number(infinity)) &&
            !identical(a + infinity - infinity, number(infinity)));
    // What may be NaN is no number: 0 times it is not 0, and it does not cancel.
    for (const number& x : {a + infinity - infinity, 1 / (a - a), number(infinity) * a,
             cos(number(infinity)), number(std::numeric_limits<double>::quiet_NaN())}) {
      r.check(identical(x, x) && identical(x + a, x + a) && !identical(x + a, a + x + x));
      r.check(!identical(x * 0, number(0)) && !identical(x - x, number(0)));
      r.check(!identical(x / x, number(1)) && !identical(1 / exp(x), exp(-x)));
      r.check(!identical(max(x, -infinity), x) && !identical(a / x, number(0)));
      r.check(!identical(-x + x, number(0)) && !identical(x + infinity, number(infinity)));
    }
    r.check(!identical(number(1), number(2)) && !identical(number(infinity), number(0)));
    r.check(!identical(number(infinity), number(-infinity)) &&
            identical(-number(infinity), number(-infinity)));
  });
  tests.proved("functions", [](report& r) {
    const number a = launder(number::input(0)), b = launder(number::input(1)), zero = number(0);
    r.check(
        identical(exp(a + b), exp(b + a)) && !identical(exp(a), exp(b)) && !identical(exp(a), a));
    r.check(identical(exp(a + b), exp(a) * exp(b)) && identical(exp(-a), 1 / exp(a)));
    r.check(identical(exp(2 * a), exp(a) * exp(a)) && identical(exp(a / 2) * exp(a / 2), exp(a)));
    r.check(!identical(exp(a * b), exp(a) * exp(b)) && !identical(exp(a), sin(a)));
    r.check(!identical(exp(number(1)), number(2.718281828459045)));
    r.check(identical(sigmoid(a) + sigmoid(-a), number(1)) && identical(tanh(-a), -tanh(a)));
    r.check(identical(sigmoid(2 * a) * 2 - 1, tanh(a)) && !identical(sigmoid(a), tanh(a)));
    r.check(identical(sigmoid(number(infinity)), number(1)) &&
            identical(sigmoid(number(-infinity)), zero) &&
            identical(tanh(number(infinity)), number(1)) &&
            identical(tanh(number(-infinity)), number(-1)));
    r.check(identical(exp(a - a), number(1)) && identical(cos(zero), number(1)));
    r.check(identical(log(number(1)), zero) && identical(sqrt(number(1)), number(1)));
    r.check(identical(sigmoid(zero), number(0.5)) && identical(tanh(zero), zero));
    r.check(
        identical(erf(zero), zero) && identical(sin(zero), zero) && identical(log1p(zero), zero));
    r.check(identical(exp(number(-infinity)), zero) && identical(a + -infinity, number(-infinity)));
    r.check(!identical(sqrt(a * a), a) && !identical(pow(a, b), pow(b, a)));
    r.check(identical(select(true, a, b), a) && identical(select(false, a, b), b));
  });
  tests.proved("extremes", [](report& r) {
    const number a = launder(number::input(0)), b = launder(number::input(1)), c = number::input(2);
    r.check(identical(max(a, max(b, c)), max(max(c, a), b)) &&
            identical(min(a, min(b, c)), min(min(c, a), b)));
    r.check(identical(max(a, a), a) && identical(max(a, -infinity), a) &&
            identical(min(infinity, a), a));
    r.check(identical(max(a, infinity), number(infinity)) && !identical(max(a, b), min(a, b)));
    r.check(!identical(max(a, b), max(a, c)) && !identical(max(min(a, b), c), max(a, min(b, c))));
    r.check(!identical(max(a, 0), a) && !identical(max(a, max(b, c)), max(a, b)));
  });
  // What holds on paper, and not for the bits: numerics.md has the list.
  tests.proved<float, double>("identities of attention", []<class T>(report& r) {
    const tensor<T, token, width> q;
    const tensor<T, key, width> k;
    const auto attend = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(a, b, c);
    };
    const auto rotated = [](const auto& x) {
      auto y = x;
      for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[(i + 5) % x.size()];
      return y;
    };
    const auto permuted = [&](const auto& a, const auto& b, const auto& c) {
      return attend(a, rotated(b), rotated(c));
    };
    r.check(same_for_all_inputs<exact_arithmetic>(attend, permuted, q, k, k));
    r.check(says(same_for_all_inputs(attend, permuted, q, k, k),
        "attn::check: at (token 0, width 0): (((a0*b0 + a1*b1) + a2*b2) + a3*b3) + a4*b4, "
        "not (((a0*b5 + a1*b6) + a2*b7) + a3*b8) + a4*b9; 15 of 15 elements differ"));
    const auto keys_alone = [&](const auto& a, const auto& b, const auto& c) {
      return attend(a, rotated(b), c);
    };
    const auto found = same_for_all_inputs<exact_arithmetic>(attend, keys_alone, q, k, k);
    r.check(says(found,
        "attn::check: at (token 0, width 0): not proved equal; 15 of 15 "
        "elements"));
    // Weights sum to 1.
    const auto sums = [](const auto& a, const auto& b) {
      return sum<"key">(attention_weights(a, b));
    };
    const auto ones = [](const auto& a, const auto&) {
      tensor<typename std::remove_cvref_t<decltype(a)>::value_type, token> y;
      for (auto& one : y) one = 1;
      return y;
    };
    r.check(same_for_all_inputs<exact_arithmetic>(sums, ones, q, k));
    // A mean of 0, after a norm; the other formula of a variance.
    const auto mean_of_norm = [](const auto& x) { return mean<"width">(layer_norm(x)); };
    const auto zeros = [](const auto& x) { return mean<"width">(x - x); };
    r.check(same_for_all_inputs<exact_arithmetic>(mean_of_norm, zeros, q));
  });
  // Softmax does not change with a number that is added to all scores, and may be rescaled as it
  // goes along, key by key.
  tests.proved<float, double>("laws of exp", []<class T>(report& r) {
    const tensor<T, token, width> q;
    const tensor<T, key, width> k;
    const tensor<T, token, key> s;
    const auto weights = [](const auto& x) { return softmax(x); };
    const auto shifted = [](const auto& x) {
      auto y = x;
      for (std::size_t i = 0; i < token::size; ++i)
        for (std::size_t j = 0; j < key::size; ++j) y(i, j) = x(i, j) + x(i, 0) * 3 + 1;
      return softmax(y);
    };
    const auto naive = [](const auto& x) { return softmax_naive(x); };
    const auto moved = [](const auto& x) {
      auto y = x;
      for (std::size_t i = 0; i < token::size; ++i) y(i, 0) = x(i, 0) + 1;
      return softmax(y);
    };
    r.check(same_for_all_inputs<exact_arithmetic>(weights, shifted, s));
    r.check(same_for_all_inputs<exact_arithmetic>(weights, naive, s));
    r.check(!same_for_all_inputs<exact_arithmetic>(weights, moved, s));
    const auto attend = [](const auto& a, const auto& b, const auto& c) {
      return scaled_dot_product_attention(a, b, c);
    };
    const auto online = [](const auto& a, const auto& b, const auto& c) {
      return online_attention<1>(a, b, c);
    };
    r.check(same_for_all_inputs<exact_arithmetic>(attend, online, q, k, k));
  });
  // Formulas that differ by a factor, which is a power of 2.
  tests.proved<float, double>("factors", []<class T>(report& r) {
    const tensor<T, token, width> q;
    const tensor<T, key, width> k;
    const auto same = [](const auto& x) { return x; };
    const auto smaller = [](const auto& x) { return x * static_cast<T>(0x1p-61); };
    const auto unscaled_scores = [](const auto& a, const auto& b) {
      return attention_weights(a, b, unscaled);
    };
    const auto scaled_scores = [](const auto& a, const auto& b) {
      return attention_weights(a, b, scaled_by(static_cast<T>(0x1p61)));
    };
    const auto greater = [](const auto& a, const auto& b) {
      return attention_weights(a, b) * static_cast<T>(0x1p61);
    };
    const auto one_token_greater = [](const auto& x) {
      auto y = x;
      for (std::size_t j = 0; j < width::size; ++j) y(1, j) = x(1, j) * static_cast<T>(0x1p61);
      return y;
    };
    r.check(!same_for_all_inputs<exact_arithmetic>(same, smaller, q));
    r.check(!same_for_all_inputs<exact_arithmetic>(unscaled_scores, scaled_scores, q, k));
    r.check(!is_stochastic<"key">(
        greater, between<tensor<T, token, width>>(-1, 1), between<tensor<T, key, width>>(-1, 1)));
    r.check(!is_permutation_equivariant<"token">(one_token_greater, q));
    r.check(is_permutation_equivariant<"token">(same, q));
  });
  // Mutants that no reordering explains.
  tests.proved<float, double>("mutants", []<class T>(report& r) {
    const tensor<T, token, width> q;
    const auto right = [](const auto& x) {
      return scaled_dot_product_attention(x, as_keys(x), as_keys(x));
    };
    const auto without_scale = [](const auto& x) {
      return scaled_dot_product_attention(x, as_keys(x), as_keys(x), unscaled);
    };
    const auto masked = [](const auto& x) {
      return scaled_dot_product_attention(x, as_keys(x), as_keys(x), causal<>);
    };
    const auto wrong_axis = [](const auto& x) {
      using math::sqrt;
      const auto root = sqrt(typename std::remove_cvref_t<decltype(x)>::value_type(5));
      return matmul(softmax<"token">(attention_scores(x, as_keys(x)) * (1 / root)), as_keys(x));
    };
    r.check(says(same_for_all_inputs<exact_arithmetic>(right, without_scale, q),
        "attn::check: at (token 0, width 0): not proved equal; 15 of 15 "
        "elements"));
    r.check(says(same_for_all_inputs<exact_arithmetic>(right, masked, q),
        "attn::check: at (token 0, width 0): not proved equal; 10 of 15 "
        "elements"));
    r.check(says(same_for_all_inputs<exact_arithmetic>(right, wrong_axis, q),
        "attn::check: at (token 0, width 0): not proved equal; 15 of 15 "
        "elements"));
  });
};
}  // namespace attn_tests::exact_arithmetic_tests
