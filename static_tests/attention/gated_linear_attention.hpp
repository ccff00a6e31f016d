// SPDX-License-Identifier: BSL-1.0
// What attn/attention/gated_linear_attention.hpp promises.
#pragma once

#include <attn/attention/gated_linear_attention.hpp>
#include <attn/attention/linear_attention.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/expand.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <cstddef>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/executed.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::gated_linear_attention_tests {

using namespace attn;
using token = axis<"token", 5>;
using head = axis<"head", 2>;
using width = axis<"width", 3>;
using content = axis<"content", 4>;
template <class T>
struct operands {
  tensor<T, token, width> q = filled<tensor<T, token, width>>(1, T(2));
  tensor<T, token, width> k = filled<tensor<T, token, width>>(2);
  tensor<T, token, content> v = filled<tensor<T, token, content>>(3, T(2));
  tensor<T, token> decay = filled<tensor<T, token>>(4);
  tensor<T, token, width> decays = filled<tensor<T, token, width>>(5);
  tensor<T, token> rate = filled<tensor<T, token>>(6);
};

// The formulas, of matrices: a row for each of q, k and v, D times each factor. Without a decay the
// factors are 1, without a rate e is v.
template <class T, class Factor, class Rate>
constexpr void check_formula(report& r, const auto& result, const operands<T>& x,
                             const Factor& factor, const Rate* rate) {
  matrix<T, 3, 4> s;
  for (std::size_t t = 0; t < token::size; ++t) {
    const auto row = [t](const auto& y) {
      return expand<dim<1>, 0>(unnamed(select<"token">(y, t)));
    };
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) s(i, j) = factor(t, i) * s(i, j);
    auto e = row(x.v);
    if (rate) e = (e - matmul(row(x.k), s)) * (*rate)(t);
    s = s + matmul(transpose(row(x.k)), e);
    r.check(bitwise_equal(expand<dim<1>, 0>(unnamed(select<"token">(result.outputs, t))),
                          matmul(row(x.q), s)));
  }
  r.check(bitwise_equal(result.state, s));
  r.bits(result.outputs);
  r.bits(result.state);
}

template <class T>
constexpr report are_their_formulas() {
  report r;
  const operands<T> x = launder(operands<T>{});
  const tensor<T, token>* const none = nullptr;
  const auto each = [&](std::size_t t, std::size_t) { return x.decay(t); };
  const auto features = [&](std::size_t t, std::size_t i) { return x.decays(t, i); };
  const auto one = [](std::size_t, std::size_t) { return T(1); };
  const auto gated = gated_linear_attention(x.q, x.k, x.v, x.decay);
  static_assert(
      std::is_same_v<decltype(gated),
                     const linear_attended<tensor<T, token, content>, tensor<T, dim<3>, dim<4>>>>);
  check_formula(r, gated, x, each, none);
  check_formula(r, gated_linear_attention(x.q, x.k, x.v, x.decays), x, features, none);
  check_formula(r, delta_rule_attention(x.q, x.k, x.v, x.rate), x, one, &x.rate);
  check_formula(r, gated_delta_rule_attention(x.q, x.k, x.v, x.decay, x.rate), x, each, &x.rate);
  check_formula(r, gated_delta_rule_attention(x.q, x.k, x.v, x.decays, x.rate), x, features,
                &x.rate);
  return r;
}

// Without a decay it is the sum over the past of similarity times value.
constexpr report a_decay_of_one_forgets_nothing() {
  report r;
  const operands<double> x = launder(operands<double>{});
  tensor<double, token> ones;
  for (double& one : ones) one = 1;
  const auto out = gated_linear_attention(x.q, x.k, x.v, ones).outputs;
  const auto past = zeroed_outside(attention_scores(x.q, x.k), causal<>);
  r.check(allclose(out, matmul(past, as_keys(x.v))));
  // A decay of zero: of the past nothing is left.
  const auto now = gated_linear_attention(x.q, x.k, x.v, tensor<double, token>{}).outputs;
  const auto self = zeroed_outside(attention_scores(x.q, x.k), sliding_window<0, 0>);
  r.check(allclose(now, matmul(self, as_keys(x.v))));
  return r;
}

// With a rate of 1 and keys of length 1, a state says of each key the last value.
constexpr report the_delta_rule_replaces_what_a_key_says() {
  report r;
  const auto k = launder(matrix<double, 4, 2>{{1, 0}, {0, 1}, {1, 0}, {0, 1}});
  const auto v = launder(matrix<double, 4, 3>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {-1, -2, -3}});
  const auto out = delta_rule_attention(k, k, v, tensor<double, dim<4>>{1, 1, 1, 1});
  r.check(out.outputs == v);
  r.check(out.state == matrix<double, 2, 3>{{7, 8, 9}, {-1, -2, -3}});
  const auto sum = gated_linear_attention(k, k, v, tensor<double, dim<4>>{1, 1, 1, 1});
  r.check(sum.state == matrix<double, 2, 3>{{8, 10, 12}, {3, 3, 3}});
  // A rate of 1/2 goes half of the way.
  const auto half = delta_rule_attention(k, k, v, tensor<double, dim<4>>{1, 1, 0.5, 1});
  r.check(half.state == matrix<double, 2, 3>{{4, 5, 6}, {-1, -2, -3}});
  return r;
}

// A sequence in two pieces is the sequence, bit for bit.
template <class T>
constexpr report pieces() {
  report r;
  const operands<T> x = launder(operands<T>{});
  const auto first = [](const auto& y) { return narrow<"token", 2>(y, 0); };
  const auto rest = [](const auto& y) { return narrow<"token", 3>(y, 2); };
  const auto check = [&](const auto& f, const auto&... gates) {
    const auto all = f(x.q, x.k, x.v, gates...);
    const auto a = f(first(x.q), first(x.k), first(x.v), first(gates)...);
    const auto b = f(rest(x.q), rest(x.k), rest(x.v), rest(gates)..., a.state);
    r.check(bitwise_equal(a.outputs, first(all.outputs)));
    r.check(bitwise_equal(b.outputs, rest(all.outputs)));
    r.check(bitwise_equal(b.state, all.state));
  };
  check([](const auto&... y) { return gated_linear_attention(y...); }, x.decay);
  check([](const auto&... y) { return delta_rule_attention(y...); }, x.rate);
  check([](const auto&... y) { return gated_delta_rule_attention(y...); }, x.decays, x.rate);
  return r;
}

// Each head as if it were alone; with keys and values of its own, or shared ones.
template <class T>
constexpr report leading_axes() {
  report r;
  const operands<T> x = launder(operands<T>{});
  const auto q = launder(filled<tensor<T, head, token, width>>(11));
  const auto k = launder(filled<tensor<T, head, token, width>>(12));
  const auto v = launder(filled<tensor<T, head, token, content>>(13));
  const auto decay = launder(filled<tensor<T, head, token>>(14));
  const auto rate = launder(filled<tensor<T, head, token>>(15));
  const auto before = launder(filled<tensor<T, head, dim<3>, dim<4>>>(16));
  const auto all = gated_delta_rule_attention(q, k, v, decay, rate, before);
  static_assert(
      std::is_same_v<decltype(all), const linear_attended<tensor<T, head, token, content>,
                                                          tensor<T, head, dim<3>, dim<4>>>>);
  const auto shared = gated_linear_attention(q, x.k, x.v, decay);
  for (std::size_t h = 0; h < head::size; ++h) {
    const auto of = [h](const auto& y) { return select<"head">(y, h); };
    const auto alone =
        gated_delta_rule_attention(of(q), of(k), of(v), of(decay), of(rate), of(before));
    r.check(bitwise_equal(of(all.outputs), alone.outputs));
    r.check(bitwise_equal(of(all.state), alone.state));
    r.check(bitwise_equal(of(shared.outputs),
                          gated_linear_attention(of(q), x.k, x.v, of(decay)).outputs));
  }
  r.bits(all.outputs);
  r.bits(shared.state);
  return r;
}

constexpr report costs_what_is_executed() {
  report r;
  using Q = tensor<double, token, width>;
  using V = tensor<double, token, content>;
  using G = tensor<double, token>;
  check_executed(
      r,
      executed([](const auto&... x) { return gated_linear_attention(x...); }, Q{}, Q{}, V{}, G{}),
      cost::gated_linear_attention<Q, Q, V, G>());
  check_executed(
      r, executed([](const auto&... x) { return delta_rule_attention(x...); }, Q{}, Q{}, V{}, G{}),
      cost::delta_rule_attention<Q, Q, V, G>());
  check_executed(r,
                 executed([](const auto&... x) { return gated_delta_rule_attention(x...); }, Q{},
                          Q{}, V{}, Q{}, G{}),
                 cost::gated_delta_rule_attention<Q, Q, V, Q, G>());
  return r;
}

constexpr report a_call_names_its_rules() {
  report r;
  using q = tensor<double, token, width>;
  using v = tensor<double, token, content>;
  using g = tensor<double, token>;
  using good = rules::recurrent_attention_call<q, q, v, g, no_rate_t, zero_state_t>;
  r.check(good::holds && good::decay_axes::value && good::rate_axes::value);
  r.check(rules::recurrent_attention_call<q, q, v, no_decay_t, g, zero_state_t>::holds);
  using of_width = tensor<double, width>;
  r.check(!rules::recurrent_attention_call<q, q, v, of_width, g, zero_state_t>::decay_axes::value);
  r.check(!rules::recurrent_attention_call<q, q, v, g, of_width, zero_state_t>::rate_axes::value);
  r.check(!rules::recurrent_attention_call<q, q, v, g, g, v>::state_axes::value);
  using other = rules::gate_call<true, tensor<float, token>, double, shape<token>>;
  r.check(other::axes::value && !other::one_element::value);
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const operands<double> x = launder(operands<double>{});
  const auto out =
      gated_delta_rule_attention(as_archetype(x.q), as_archetype(x.k), as_archetype(x.v),
                                 as_archetype(x.decay), as_archetype(x.rate));
  const auto wanted = gated_delta_rule_attention(x.q, x.k, x.v, x.decay, x.rate);
  r.check(bitwise_equal(values_of(out.outputs), wanted.outputs));
  r.check(bitwise_equal(values_of(out.state), wanted.state));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"are their formulas, float", are_their_formulas<float>},
    {"are their formulas, double", are_their_formulas<double>},
    {"a decay of one forgets nothing", a_decay_of_one_forgets_nothing},
    {"the delta rule replaces what a key says", the_delta_rule_replaces_what_a_key_says},
    {"pieces, float", pieces<float>},
    {"pieces, double", pieces<double>},
    {"leading axes, float", leading_axes<float>},
    {"leading axes, double", leading_axes<double>},
    {"costs what is executed", costs_what_is_executed},
    {"a call names its rules", a_call_names_its_rules},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::gated_linear_attention_tests
