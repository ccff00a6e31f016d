// SPDX-License-Identifier: BSL-1.0
// envelope as an oracle of attention, softmax, norms and products: what the library computes, and
// what other programs compute with the same formula, is within; mistakes are not.
#pragma once

#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/online_softmax.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/norm.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/scalars/is_within.hpp>
#include <attn/tensor/convert.hpp>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/other_orders.hpp"

namespace attn_tests::attention_envelope_tests {

using namespace attn;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using value = axis<"value", 2>;

inline constexpr order orders[] = {order::forward, order::reverse, order::pairwise,
                                   order::blocks,  order::fused,   order::wide};

template <class T>
struct case_of {
  tensor<T, query, width> q = launder(filled<tensor<T, query, width>>(1, T(3)));
  tensor<T, key, width> k = launder(filled<tensor<T, key, width>>(2, T(3)));
  tensor<T, key, value> v = launder(filled<tensor<T, key, value>>(3));

  template <class E, class... Options>
  constexpr auto envelope_of(const Options&... options) const {
    return scaled_dot_product_attention(as<E>(q), as<E>(k), as<E>(v), options...);
  }
};

template <class T>
constexpr report attention_in_other_orders() {
  report r;
  const case_of<T> x;
  const auto all = x.template envelope_of<envelope<T>>();
  r.check(is_within(scaled_dot_product_attention(x.q, x.k, x.v), all));
  for (const order sums : orders) {
    r.check(is_within(attention(x.q, x.k, x.v, {.sums = sums}), all));
    r.check(is_within(attention(x.q, x.k, x.v, {.sums = sums, .divides_last = true}), all));
  }
  for (const int steps : {-3, 3})
    r.check(is_within(attention(x.q, x.k, x.v, {.exp_steps = steps}), all));
  r.bits(scaled_dot_product_attention(x.q, x.k, x.v));
  return r;
}
template <class T>
constexpr report masked_attention_in_other_orders() {
  report r;
  const case_of<T> x;
  const auto all = x.template envelope_of<envelope<T>>(causal<top_left>);
  r.check(is_within(scaled_dot_product_attention(x.q, x.k, x.v, causal<top_left>), all));
  for (const order sums : orders)
    r.check(is_within(attention(x.q, x.k, x.v, {.sums = sums, .causal = true}), all));
  // The first query has one key, with the weight 1, and the others are exactly 0.
  r.check(all(0, 1).contains(x.v(0, 1)) && all(0, 1).upper() - all(0, 1).lower() < 1e-6);
  const auto weights =
      attention_weights(as<envelope<T>>(x.q), as<envelope<T>>(x.k), causal<top_left>);
  r.check(identical(weights(0, 1), envelope<T>()) && identical(weights(1, 4), envelope<T>()));
  return r;
}

// Each is found at once, at the element that is farthest off.
template <class T>
constexpr report mistakes() {
  report r;
  const case_of<T> x;
  const auto all = x.template envelope_of<envelope<T>>();
  const auto some = x.template envelope_of<envelope<T>>(causal<top_left>);
  for (const mistake made : {mistake::scale, mistake::scores_axis, mistake::unscaled_last_key}) {
    const auto found = is_within(attention(x.q, x.k, x.v, {.made = made}), all);
    r.check(!found && found.differing > 3 && found.beyond > 0);
  }
  const auto leaks = attention(x.q, x.k, x.v, {.causal = true, .made = mistake::unmasked});
  r.check(is_within(leaks, some).differing == 6 && is_within(leaks, all));
  // One element, at its place.
  auto y = attention(x.q, x.k, x.v, {.sums = order::reverse});
  y(2, 1) = detail::steps_above(y(2, 1), 200);
  const auto found = is_within(y, all);
  r.check(found.differing == 1 && found.at == 5 && found.lower == y(2, 1));
  r.check(found.beyond > 0 && found.most < y(2, 1) && found.least < found.most);
  return r;
}

// An exponential of 20 units off is not within the default, but within envelope<T, 20>.
constexpr report functions_of_other_accuracy() {
  report r;
  const tensor<float, dim<2>> x = launder(tensor<float, dim<2>>{0.0f, -1.25f});
  tensor<float, dim<2>> y = x;
  const float e = inexact_exp(-1.25f, 19), share = 1 / (1 + e);
  y(0) = share, y(1) = e * share;
  r.check(!is_within(y, softmax(as<envelope<float>>(x))));
  r.check(is_within(y, softmax(as<envelope<float, 20>>(x))));
  return r;
}

// Rescaled when the maximum changes: another formula, whose envelope is that of online_attention.
template <class T>
constexpr report online_attention_is_a_formula_of_its_own() {
  report r;
  const case_of<T> x;
  using E = envelope<T>;
  const auto all = online_attention<2>(as<E>(x.q), as<E>(x.k), as<E>(x.v));
  r.check(is_within(online_attention<2>(x.q, x.k, x.v), all));
  r.check(is_within(attention(x.q, x.k, x.v, {.sums = order::pairwise}), all));
  r.check(!is_within(attention(x.q, x.k, x.v, {.made = mistake::scale}), all));
  return r;
}

template <class T>
constexpr report products() {
  report r;
  const case_of<T> x;
  const auto all = matmul(as<envelope<T>>(x.q), transpose(as<envelope<T>>(x.k)));
  r.check(is_within(matmul(x.q, transpose(x.k)), all));
  for (const order sums : orders) {
    tensor<T, query, key> y;
    for (std::size_t i = 0; i < query::size; ++i)
      for (std::size_t j = 0; j < key::size; ++j)
        y(i, j) = product_sum(sums, width::size, x.q.data() + i * width::size, 1,
                              x.k.data() + j * width::size, 1);
    r.check(is_within(y, all));
    y(1, 3) = detail::steps_above(y(1, 3), 40);
    r.check(is_within(y, all).at == 8);
  }
  return r;
}

template <class T>
constexpr report norms() {
  report r;
  using row = axis<"row", 2>;
  using column = axis<"column", 7>;
  const auto x = launder(filled<tensor<T, row, column>>(4));
  const auto all = layer_norm<"column">(as<envelope<T>>(x), 1e-5);
  r.check(is_within(layer_norm<"column">(x, T(1e-5)), all));
  for (const order sums : orders) r.check(is_within(layer_norm_of(x, sums, 1e-5), all));
  r.check(is_within(layer_norm_of(x, order::forward, 1e-6), all).differing > 10);
  const auto roots = rms_norm<"column">(as<envelope<T>>(x), 1e-5);
  r.check(is_within(rms_norm<"column">(x, T(1e-5)), roots));
  r.check(!is_within(layer_norm<"column">(x, T(1e-5)), roots));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"attention in other orders, float", attention_in_other_orders<float>},
    {"attention in other orders, double", attention_in_other_orders<double>},
    {"masked attention in other orders, float", masked_attention_in_other_orders<float>},
    {"masked attention in other orders, double", masked_attention_in_other_orders<double>},
    {"mistakes, float", mistakes<float>},
    {"mistakes, double", mistakes<double>},
    {"functions of other accuracy", functions_of_other_accuracy},
    {"online attention, float", online_attention_is_a_formula_of_its_own<float>},
    {"online attention, double", online_attention_is_a_formula_of_its_own<double>},
    {"products, float", products<float>},
    {"products, double", products<double>},
    {"norms, float", norms<float>},
    {"norms, double", norms<double>},
};

}  // namespace attn_tests::attention_envelope_tests
