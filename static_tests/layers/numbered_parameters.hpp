// SPDX-License-Identifier: BSL-1.0
// What attn/layers/numbered_parameters.hpp promises.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/numbered_parameters.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/ops/transpose.hpp>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"

namespace attn_tests::numbered_parameters_tests {

using namespace attn;
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 2>;
template <class T>
using layer = nn::linear<T, in, out, output_by_input>;
template <class T>
using input = tensor<T, token, in>;

template <class T>
constexpr report numbers_in_order() {
  report r;
  const auto model = numbered(launder(layer<T>{}), 5);
  static_assert(std::is_same_v<decltype(model), const layer<term<T>>>);
  r.check(identical(model.weight(1, 0), term<T>::input(8)));
  r.check(identical(model.bias(1), term<T>::input(12)));
  r.check(identical(numbered(layer<T>{}).weight(0, 0), term<T>::input(0)));
  const auto finite = numbered<finite_only>(layer<T>{});
  static_assert(std::is_same_v<decltype(finite), const layer<term<T, finite_only>>>);
  return r;
}

// For all weights: a layer, and its product with a bias added afterwards, not before.
template <class T>
constexpr report a_layer_in_other_words() {
  report r;
  const auto call = [](const auto& m, const auto& x) { return m(x); };
  const auto by_hand = [](const auto& m, const auto& x) {
    return add_bias(matmul(x, transpose(m.weight)), m.bias);
  };
  const auto started_from_bias = [](const auto& m, const auto& x) {
    auto y = m(x);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        y(i, j) = m.bias(j);
        for (std::size_t n = 0; n < 3; ++n) y(i, j) = y(i, j) + x(i, n) * m.weight(j, n);
      }
    return y;
  };
  r.check(same_for_all_inputs(call, by_hand, layer<T>{}, input<T>{}));
  const auto found = same_for_all_inputs(call, started_from_bias, layer<T>{}, input<T>{});
  r.check(found.differing == 4 && found.at == 0);
  return r;
}

// Hidden features in another order, with their weights: another order of the sums.
template <class T>
constexpr report two_layers() {
  report r;
  using block = nn::feed_forward<T, in, axis<"hidden", 4>, output_by_input, act::relu>;
  const auto call = [](const auto& m, const auto& x) { return m(x); };
  const auto permuted = [](const auto& m, const auto& x) {
    auto other = m;
    for (std::size_t h = 0; h < 4; ++h) {
      for (std::size_t i = 0; i < 3; ++i) {
        other.linear1.weight(h, i) = m.linear1.weight(3 - h, i);
        other.linear2.weight(i, h) = m.linear2.weight(i, 3 - h);
      }
      other.linear1.bias(h) = m.linear1.bias(3 - h);
    }
    return other(x);
  };
  r.check(same_for_all_inputs(call, call, block{}, input<T>{}));
  r.check(!same_for_all_inputs(call, permuted, block{}, input<T>{}));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"numbers in order, float", numbers_in_order<float>},
    {"numbers in order, double", numbers_in_order<double>},
    {"a layer in other words, float", a_layer_in_other_words<float>},
    {"a layer in other words, double", a_layer_in_other_words<double>},
    {"two layers", two_layers<double>},
};

}  // namespace attn_tests::numbered_parameters_tests
