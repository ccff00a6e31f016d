// SPDX-License-Identifier: BSL-1.0
// What attn/attention/hard_attention.hpp promises.
#pragma once

#include <attn/attention/hard_attention.hpp>
#include <attn/attention/multiplicative_score.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/ops/one_hot.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/compare.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::hard_attention_tests {

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

template <class T>
constexpr report one_value_each() {
  report r;
  const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
  const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
  const auto v = launder(filled<tensor<T, key, content>>(3));
  const auto best = argmax<"key">(attention_scores(q, k));
  const auto weights = hard_attention_weights(q, k);
  static_assert(std::is_same_v<decltype(weights), const tensor<T, token, key>>);
  r.check(bitwise_equal(weights, one_hot<key, T>(best)));
  const auto out = hard_attention(q, k, v);
  static_assert(std::is_same_v<decltype(out), const tensor<T, token, content>>);
  for (std::size_t i = 0; i < 3; ++i) r.check(select<0>(out, i) == select<0>(v, best(i)));
  // What softmax becomes as the scale grows.
  r.check(!allclose(attention_weights(q, k), weights));
  r.check(allclose(attention_weights(q, k, scaled_by(T(1000))), weights));
  r.check(bitwise_equal(hard_attention(q, k, v, scaled_by(T(1000))), out));
  r.bits(out);
  return r;
}

constexpr report options_take_effect() {
  report r;
  const tensor<double, token, dim<1>> q = launder(tensor<double, token, dim<1>>{{1}, {1}, {-1}});
  const tensor<double, dim<3>, dim<1>> k = launder(tensor<double, dim<3>, dim<1>>{{1}, {3}, {2}});
  r.check(hard_attention_weights(q, k) ==
          tensor<double, token, dim<3>>{{0, 1, 0}, {0, 1, 0}, {1, 0, 0}});
  r.check(hard_attention_weights(q, k, scaled_by(-1.0)) ==
          tensor<double, token, dim<3>>{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  r.check(hard_attention_weights(q, k, causal<>) ==
          tensor<double, token, dim<3>>{{1, 0, 0}, {0, 1, 0}, {1, 0, 0}});
  r.check(hard_attention_weights(
              q, k, biased_by(tensor<double, token, dim<3>>{{0, 0, 9}, {9, 0, 0}, {0, 0, 0}})) ==
          tensor<double, token, dim<3>>{{0, 0, 1}, {1, 0, 0}, {1, 0, 0}});
  r.check(hard_attention_weights(q, k, scored_by(dot_score)) == hard_attention_weights(q, k));
  // No key is left.
  r.check(hard_attention_weights(q, k, causal<key_offset<-1>>, fully_masked<zero_rows>) ==
          tensor<double, token, dim<3>>{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  return r;
}

constexpr report the_first_of_equals() {
  report r;
  const auto x = launder(tensor<float, dim<2>, dim<2>>{{1, 1}, {1, 1}});
  r.check(hard_attention_weights(x, x) == tensor<float, dim<2>, dim<2>>{{1, 0}, {1, 0}});
  return r;
}

constexpr report of_one_sequence_in_a_batch() {
  report r;
  using batch = axis<"batch", 2>;
  const auto x = launder(filled<tensor<double, batch, token, width>>(4));
  const auto all = hard_attention(x, x, x);
  for (std::size_t b = 0; b < 2; ++b) {
    const auto one = select<"batch">(x, b);
    r.check(bitwise_equal(select<"batch">(all, b), hard_attention(one, one, one)));
  }
  r.bits(all);
  return r;
}

constexpr report the_requirements() {
  report r;
  const auto asks = []<class T>(T) {
    using x = tensor<T, token, width>;
    return rules::hard_call<rules::weights_call<x, x>, T>{};
  };
  r.check(decltype(asks(1.0))::holds && decltype(asks(1.0f))::holds);
  r.check(!decltype(asks(1))::holds && !decltype(asks(1))::ordered::value);
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"one value each, double", one_value_each<double>},
    {"one value each, float", one_value_each<float>},
    {"options take effect", options_take_effect},
    {"the first of equals", the_first_of_equals},
    {"of one sequence, in a batch", of_one_sequence_in_a_batch},
    {"the requirements", the_requirements},
};

}  // namespace attn_tests::hard_attention_tests
