// SPDX-License-Identifier: BSL-1.0
// What attn/layers/sensitive_parameters.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/sensitive_parameters.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::sensitive_parameters_tests {

using namespace attn;
using in = axis<"in", 3>;
using out = axis<"out", 2>;
template <class T>
using layer = nn::linear<T, in, out, output_by_input>;
using table = tensor<bool, dim<8>>;

// The weight of a feature that is 0 is hidden; a change that is half a unit of the sum is rounded
// away.
template <class T>
constexpr report of_a_layer() {
  report r;
  const layer<T> model{.weight = {{1, 2, 3}, {4, 5, 6}}, .bias = {T(0.5), 1}};
  const auto with = [](tensor<T, in> x) { return [x](const auto& m) { return m(x); }; };
  r.check(sensitive_parameters(with({1, 0, T(-0.5)}), launder(model)) ==
          table{1, 0, 1, 1, 0, 1, 1, 0});
  r.check(sensitive_parameters(with({1, 1, 1}), launder(model)) == table{});
  r.check(sensitive_parameters(with({}), launder(model)) == table{0, 0, 0, 0, 0, 0, 1, 1});
  return r;
}

// An index notices less than the numbers that it is found by.
constexpr report of_an_index() {
  report r;
  const layer<float> model{.weight = {{1, 2, 3}, {1, 2, 3}}, .bias = {1, 1}};
  const tensor<float, in> x{1, 0, 0};
  const auto largest = [x](const auto& m) { return argmax<"out">(m(x)); };
  // Both outputs are 2, whose last bit is worth twice that of 1; the first of equals is found.
  r.check(sensitive_parameters(largest, launder(model)) == table{});
  const layer<float> close{.weight = {{0.5f, 0, 0}, {0.5f, 0, 0}}, .bias = {0.125f, 0.125f}};
  r.check(sensitive_parameters(largest, launder(close)) == table{0, 0, 0, 1, 0, 0, 0, 0});
  return r;
}

// Generic code can ask.
constexpr report rule() {
  report r;
  const auto itself = [](const auto& m) { return m; };
  const auto bias = [](const auto& m) { return m.bias; };
  using with_bits = rules::sensitive_call<decltype(bias), layer<float>>;
  r.check(with_bits::holds);
  r.check(!rules::sensitive_call<decltype(itself), layer<float>>::holds);
  r.check(!rules::sensitive_call<decltype(bias), layer<int>>::holds);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"of a layer of floats", of_a_layer<float>},
    {"of a layer of doubles", of_a_layer<double>},
    {"of an index", of_an_index},
    {"rule", rule},
};

}  // namespace attn_tests::sensitive_parameters_tests
