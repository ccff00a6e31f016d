// SPDX-License-Identifier: BSL-1.0
// What attn/attention/normalized.hpp promises.
#pragma once

#include <attn/attention/normalized.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/tensor/compare.hpp>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::normalized_tests {

using namespace attn;
using head = axis<"head", 2>;
using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

template <class T, class... Leading>
constexpr report is_attention() {
  report r;
  const auto q = launder(filled<tensor<T, Leading..., token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, Leading..., key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, Leading..., key, content>>(3));
  const auto scores = attention_scores(q, k);
  const auto w = softmax_weights(scores);
  static_assert(std::is_same_v<decltype(w), const normalized<tensor<T, Leading..., token, key>>>);
  r.check(bitwise_equal(w.weights, softmax(scores)));
  const auto out = weighted_mean(w, v);
  static_assert(std::is_same_v<decltype(out), const tensor<T, Leading..., token, content>>);
  r.check(bitwise_equal(out, scaled_dot_product_attention(q, k, v, unscaled)));
  // Weights of another origin, by a word.
  const auto other = normalized(attention_weights(q, k, causal<bottom_right>));
  r.check(bitwise_equal(weighted_mean(other, v),
                        scaled_dot_product_attention(q, k, v, unscaled, causal<bottom_right>)) ==
          false);
  r.check(bitwise_equal(weighted_mean(other, v),
                        scaled_dot_product_attention(q, k, v, causal<bottom_right>)));
  r.check(other == normalized(other.weights) && !(other == w));
  r.bits(out);
  return r;
}

// What the type forbids, done by hand: it is not attention, and nothing in the shapes says so.
constexpr report twice_is_nearly_uniform() {
  report r;
  const auto scores =
      launder(tensor<double, token, key>{{9, 0, 0, 0, 0}, {0, 9, 0, 0, 0}, {0, 0, 0, 0, 9}});
  const auto once = softmax_weights(scores).weights;
  const auto twice = softmax(once);
  r.check(once(0, 0) > 0.999 && twice(0, 0) < 0.41 && twice(0, 1) > 0.14);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto x = launder(filled<tensor<double, token, key>>(4));
  const auto v = launder(filled<tensor<double, key, content>>(5));
  r.check(bitwise_equal(values_of(weighted_mean(softmax_weights(as_archetype(x)), as_archetype(v))),
                        weighted_mean(softmax_weights(x), v)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"is attention, float", is_attention<float>},
    {"is attention, double", is_attention<double>},
    {"is attention, of heads", is_attention<double, head>},
    {"twice is nearly uniform", twice_is_nearly_uniform},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::normalized_tests
