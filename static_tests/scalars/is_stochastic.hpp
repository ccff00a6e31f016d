// SPDX-License-Identifier: BSL-1.0
// What attn/scalars/is_within.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::is_stochastic_tests {
using key = axis<"key", 4>;
template <class T> using weights = tensor<T, token, key>;

static_assert(rules::box_call<decltype(between<weights<double>>(0, 1))>::all::value);
static_assert(!rules::box_call<weights<double>>::all::value);

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved<float, double>("of numbers", []<class T>(report& r) {
    const auto w =
        launder(weights<T>{{1, 0, 0, 0}, {0.25, 0.5, 0.25, 0}, {T(0.1), T(0.2), T(0.3), T(0.4)}});
    const auto found = is_stochastic<"key">(w);
    has_type<weights_report<T, token>>(found);
    r.check(found);
    r.check(says(found, "attn::check: as expected"));
    r.check(is_stochastic<"key">(softmax<"key">(launder(filled<weights<T>>(1, T(20))))));
    const auto along_token = is_stochastic<"token">(w);
    r.check(!along_token && along_token.mistake == weights_mistake::sum && along_token.at == 0);
    auto other = w;
    other(1, 0) = T(0.125);
    r.check(
        says(is_stochastic<"key">(other), "attn::check: at (token 1): the sum is 0.875, not 1"));
    other(1, 0) = T(-0.5), other(1, 1) = T(1.25);
    r.check(says(is_stochastic<"key">(other),
        "attn::check: at (token 1): the least is -0.5, not 0 or more"));
    other(0, 3) = std::numeric_limits<T>::quiet_NaN();
    r.check(is_stochastic<"key">(other).mistake == weights_mistake::negative &&
            is_stochastic<"key">(other).at == 0);
    // As much as rounding explains, and no more.
    r.check(is_stochastic<"key">(weights<T>(w * (1 + 2 * std::numeric_limits<T>::epsilon()))));
    r.check(!is_stochastic<"key">(weights<T>(w * (1 + 8 * std::numeric_limits<T>::epsilon()))));
    const auto off_by = [](int epsilons) {
      using row = tensor<T, axis<"key", 2>>;
      const T off = static_cast<T>(epsilons) * std::numeric_limits<T>::epsilon();
      return is_stochastic<"key">(launder(row{T(0.5), T(0.5) + off}));
    };
    r.check(off_by(-2) && off_by(2) && !off_by(-3) && !off_by(3));
  });
  tests.proved<float, double>("of functions", []<class T>(report& r) {
    const auto box = between<weights<T>>(-9, 9);
    const auto over_keys = [](const auto& x) { return softmax<"key">(x); };
    const auto found = is_stochastic<"key">(over_keys, box);
    has_type<weights_report<T, token>>(found);
    r.check(found);
    r.check(is_stochastic<"key">(
        [](const auto& x) { return masked_softmax(x, causal<top_left>); }, box));
    const auto attention = [](const auto& q, const auto& k) { return attention_weights(q, k); };
    using width = axis<"width", 2>;
    r.check(is_stochastic<"key">(
        attention, between<tensor<T, token, width>>(-2, 2), between<tensor<T, key, width>>(-2, 2)));
  });
  // Mutants: another axis, a denominator that leaves out a key, scores that are not exponentiated,
  // a temperature after the softmax.
  tests.proved<float, double>("mutants", []<class T>(report& r) {
    const auto box = between<weights<T>>(-1, 1);
    const auto other_axis =
        is_stochastic<"key">([](const auto& x) { return softmax<"token">(x); }, box);
    r.check(says(other_axis, "attn::check: at (token 0): the formula of the sum, not 1"));
    const auto one_short = [](const auto& x) {
      auto e = exp(x);
      for (std::size_t i = 0; i < 3; ++i) {
        const auto sum = e(i, 0) + e(i, 1) + e(i, 2);
        for (std::size_t j = 0; j < 4; ++j) e(i, j) = e(i, j) / sum;
      }
      return e;
    };
    r.check(says(is_stochastic<"key">(one_short, box),
        "attn::check: at (token 0): the formula of the sum, not 1"));
    const auto plain = [](const auto& x) {
      auto e = x;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto sum = x(i, 0) + x(i, 1) + x(i, 2) + x(i, 3);
        for (std::size_t j = 0; j < 4; ++j) e(i, j) = x(i, j) / sum;
      }
      return e;
    };
    r.check(says(is_stochastic<"key">(plain, box),
        "attn::check: at (token 0): the least is -inf, not 0 or more"));
    r.check(is_stochastic<"key">(plain, between<weights<T>>(1, 2)));  // of positive scores
    const auto cooled = [](const auto& x) { return softmax<"key">(x) * 0.5f; };
    r.check(says(is_stochastic<"key">(cooled, box),
        "attn::check: at (token 0): the formula of the sum, not 1"));
    const auto negative = [](const auto& x) { return softmax<"key">(x) + (x - x); };
    r.check(says(is_stochastic<"key">(negative, box),
        std::is_same_v<T, float>
            ? "attn::check: at (token 0): the least is -1.9568356, not 0 or more"
            : "attn::check: at (token 0): the least is -1.956835467020004, not 0 or more"));
  });
};
}  // namespace attn_tests::is_stochastic_tests
