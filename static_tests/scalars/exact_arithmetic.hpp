// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/exact_arithmetic.hpp promises.
#pragma once

#include <attn/attention/mask.hpp>
#include <attn/attention/multi_head_self.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/norm.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/scalars/exact_arithmetic.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>
#include <limits>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::exact_arithmetic_tests {

using namespace attn;
using number = term<double, exact_arithmetic>;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
static_assert(floating_scalar<number> && analysis_scalar<number>);
static_assert(std::is_convertible_v<double, number> && std::is_convertible_v<int, number>);
static_assert(!std::is_convertible_v<double, term<float, exact_arithmetic>>);

// A commutative ring with quotients.
constexpr report sums_and_products() {
  report r;
  const number a = launder(number::input(0)), b = launder(number::input(1)), c = launder(number(3));
  r.check(identical((a + b) + c, c + (b + a)) && identical((a * b) * c, a * (c * b)));
  r.check(identical(a * (b + c), a * b + c * a) && identical(2 * a, a + a));
  r.check(identical(a - a, number(0)) && identical(a * 0, number(0)) && identical(a + 0, a));
  r.check(identical(-a, 0 - a) && identical(-(a + b), -a - b) && identical(a / 2, a * 0.5));
  r.check(identical(a / b * b, a) && identical(1 / (1 / a), a) && identical(a / a, number(1)));
  r.check(identical(a / c + b / c, (a + b) / c) && identical((a + b) * (a - b), a * a - b * b));
  r.check(!identical(a, b) && !identical(a + b, a) && !identical(a * a, a) &&
          !identical(a / b, b / a));
  r.check(!identical(a * b, a + b) && !identical(a / 0, number(infinity)));
  return r;
}

// Constants are numbers of T, and exact from there.
constexpr report constants() {
  report r;
  r.check(identical(number(0.5) + 0.25, number(0.75)) && identical(number(-3) * 7, number(-21)));
  r.check(identical(number(0x1p-1000) * 0x1p1000, number(1)) &&
          identical(number(6) / 3, number(2)));
  r.check(identical(number(0x1p-1074) * 0x1p1000 * 0x1p74, number(1)));
  r.check(identical(number(1e300) / 1e300, number(1)) && identical(number(-0.0), number(0)));
  r.check(!identical(number(launder(0.1)) + 0.2, number(0.3)));  // nor is 0.1 a tenth
  r.check(identical(number(launder(0.1)) * 0x1p55, number(0.1 * 0x1p55)));
  r.check(!identical(number(1), number(2)) && !identical(number(infinity), number(0)));
  r.check(!identical(number(infinity), number(-infinity)) &&
          identical(-number(infinity), number(-infinity)));
  return r;
}

constexpr report functions() {
  report r;
  const number a = launder(number::input(0)), b = launder(number::input(1)), zero = number(0);
  r.check(identical(exp(a + b), exp(b + a)) && !identical(exp(a), exp(b)) && !identical(exp(a), a));
  r.check(!identical(exp(a + b), exp(a) * exp(b)) && !identical(exp(a), sin(a)));
  r.check(identical(exp(a - a), number(1)) && identical(cos(zero), number(1)));
  r.check(identical(log(number(1)), zero) && identical(sqrt(number(1)), number(1)));
  r.check(identical(sigmoid(zero), number(0.5)) && identical(tanh(zero), zero));
  r.check(identical(erf(zero), zero) && identical(sin(zero), zero) && identical(log1p(zero), zero));
  r.check(identical(exp(number(-infinity)), zero) && identical(a + -infinity, number(-infinity)));
  r.check(!identical(sqrt(a * a), a) && !identical(pow(a, b), pow(b, a)));
  r.check(identical(select(true, a, b), a) && identical(select(false, a, b), b));
  return r;
}

constexpr report extremes() {
  report r;
  const number a = launder(number::input(0)), b = launder(number::input(1)), c = number::input(2);
  r.check(identical(max(a, max(b, c)), max(max(c, a), b)) &&
          identical(min(a, min(b, c)), min(min(c, a), b)));
  r.check(identical(max(a, a), a) && identical(max(a, -infinity), a) &&
          identical(min(infinity, a), a));
  r.check(identical(max(a, infinity), number(infinity)) && !identical(max(a, b), min(a, b)));
  r.check(!identical(max(a, b), max(a, c)) && !identical(max(min(a, b), c), max(a, min(b, c))));
  r.check(!identical(max(a, 0), a) && !identical(max(a, max(b, c)), max(a, b)));
  return r;
}

using token = axis<"token", 3>;
using key = axis<"key", 4>;
using width = axis<"width", 5>;

// What holds on paper, and not for the bits: numerics.md has the list.
template <class T>
constexpr report identities_of_attention() {
  report r;
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
               "attn::check: at (token 0, width 0): another formula, not the same; 15 of 15 "
               "elements differ"));
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
  return r;
}

// Mutants that no reordering explains.
template <class T>
constexpr report mutants() {
  report r;
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
               "attn::check: at (token 0, width 0): another formula, not the same; 15 of 15 "
               "elements differ"));
  r.check(says(same_for_all_inputs<exact_arithmetic>(right, masked, q),
               "attn::check: at (token 0, width 0): another formula, not the same; 10 of 15 "
               "elements differ"));
  r.check(says(same_for_all_inputs<exact_arithmetic>(right, wrong_axis, q),
               "attn::check: at (token 0, width 0): another formula, not the same; 15 of 15 "
               "elements differ"));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"sums and products", sums_and_products},
    {"constants", constants},
    {"functions", functions},
    {"extremes", extremes},
    {"identities of attention, float", identities_of_attention<float>},
    {"identities of attention, double", identities_of_attention<double>},
    {"mutants, float", mutants<float>},
    {"mutants, double", mutants<double>},
};

}  // namespace attn_tests::exact_arithmetic_tests
