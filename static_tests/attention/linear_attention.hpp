// SPDX-License-Identifier: BSL-1.0
// Behaviours of linear_attention, gated_linear_attention, online_softmax, hard_attention of
// attn/attention/.
#pragma once

#include "static_tests/reference/attention_softmax.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::attention_linear_attention_tests {
using content = axis<"content", 2>;
using token_5 = axis<"token", 5>;
using width_3 = axis<"width", 3>;
using content_4 = axis<"content", 4>;
template <class T> struct operands {
  tensor<T, token_5, width_3> q = filled<tensor<T, token_5, width_3>>(1, T(2));
  tensor<T, token_5, width_3> k = filled<tensor<T, token_5, width_3>>(2);
  tensor<T, token_5, content_4> v = filled<tensor<T, token_5, content_4>>(3, T(2));
  tensor<T, token_5> decay = filled<tensor<T, token_5>>(4);
  tensor<T, token_5, width_3> decays = filled<tensor<T, token_5, width_3>>(5);
  tensor<T, token_5> rate = filled<tensor<T, token_5>>(6);
};

// The formulas, of matrices: a row for each of q, k and v, D times each factor. Without a decay the
// factors are 1, without a rate e is v.
template <class T, class Factor, class Rate>
constexpr void check_formula(
    report& r, const auto& result, const operands<T>& x, const Factor& factor, const Rate* rate) {
  matrix<T, 3, 4> s;
  for (std::size_t t = 0; t < token_5::size; ++t) {
    const auto row = [t](const auto& y) {
      return expand<dim<1>, 0>(unnamed(select<"token">(y, t)));
    };
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) s(i, j) = factor(t, i) * s(i, j);
    auto e = row(x.v);
    if (rate) e = (e - matmul(row(x.k), s)) * (*rate)(t);
    s = s + matmul(transpose(row(x.k)), e);
    r.same(expand<dim<1>, 0>(unnamed(select<"token">(result.outputs, t))), matmul(row(x.q), s));
  }
  r.same(result.state, s);
  r.bits(result.outputs);
}

// Every extent another one; every block the keys can be cut into, and more.
using key_11 = axis<"key", 11>;

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/attention/linear_attention.hpp promises.
  // Article 2's essence, with its example: no softmax, and the rows are no averages.
  tests.proved("similarities weigh values", [](report& r) {
    const auto q = launder(tensor<double, dim<3>, dim<2>>{{1, 2}, {3, 4}, {5, 6}});
    const auto k = launder(tensor<double, dim<3>, dim<2>>{{0.5, 1}, {1.5, 2}, {2.5, 3}});
    const auto v = launder(tensor<double, dim<3>, dim<2>>{{10, 20}, {30, 40}, {50, 60}});
    const auto out = similarity_attention(q, k, v);
    r.check(out == tensor<double, dim<3>, dim<2>>{{615, 780}, {1405, 1780}, {2195, 2780}});
    r.check(!allclose(out, scaled_dot_product_attention(q, k, v)));
  });
  // Integers stay exact, and Q (K^T V) is the same without a (token, key) matrix.
  tests.proved("integers stay exact", [](report& r) {
    const auto q = launder(filled<tensor<int, token, width>>(1));
    const auto k = launder(filled<tensor<int, key, width>>(2));
    const auto v = launder(filled<tensor<int, key, content>>(3));
    const auto out = similarity_attention(q, k, v);
    has_type<tensor<int, token, content>>(out);
    r.check(out == matmul(q, matmul(transpose(k), v)));
    r.check(out == matmul(attention_scores(q, k), v));
  });
  tests.proved<double, float>("another similarity", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(4));
    const auto k = launder(filled<tensor<T, key, axis<"other", 3>>>(5));
    const auto v = launder(filled<tensor<T, key, content>>(6));
    const auto first = pairwise([](const auto& h, const auto& s) { return h[0] * s[2]; });
    const auto out = similarity_attention(q, k, v, scored_by(first));
    r.same(out, matmul(first(q, k), v));
    r.same(similarity_attention(q, q, q), matmul(attention_scores(q, q), as_keys(q)));
  });
  // Pair by pair: each value weighed by phi(q) phi(k), over the sum of all that.
  tests.proved<double, float>("linear is an average", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(7, T(2)));
    const auto k = launder(filled<tensor<T, key, width>>(8, T(2)));
    const auto v = launder(filled<tensor<T, key, content>>(9));
    const auto out = linear_attention(q, k, v);
    has_type<tensor<T, token, content>>(out);
    const auto similarity = attention_scores(elu_plus_one(q), elu_plus_one(k));
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t c = 0; c < 2; ++c) {
        T weighed = 0, total = 0;
        for (std::size_t j = 0; j < 5; ++j) {
          weighed += similarity(i, j) * v(j, c);
          total += similarity(i, j);
          r.check(similarity(i, j) > 0);
        }
        r.check(allclose(out(i, c), weighed / total));
      }
    // Values that are all one come out as they went in.
    const auto same =
        linear_attention(q, k, tensor<T, key, content>{{3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}});
    r.check(allclose(same, tensor<T, token, content>{{3, 3}, {3, 3}, {3, 3}}));
    r.bits(out);
  });
  // phi may widen; and the identity makes it unnormalised attention over its sum.
  tests.proved("a user-defined feature map", [](report& r) {
    const auto q = launder(filled<tensor<double, token, width>>(10));
    const auto k = launder(filled<tensor<double, key, width>>(11));
    const auto v = launder(filled<tensor<double, key, content>>(12));
    const auto powers = [](const auto& x) { return exp(x); };
    r.same(linear_attention(q, k, v, powers),
        linear_attention(exp(q), exp(k), v, [](const auto& x) { return x; }));
    r.check(!allclose(linear_attention(q, k, v, powers), linear_attention(q, k, v)));
  });
  tests.proved("the feature map", [](report& r) {
    has_type<elu_plus_one_t>(elu_plus_one);
    const auto y = elu_plus_one(launder(tensor<double, dim<4>>{-1, 0, 2.5, -700}));
    r.check(y(0) == math::exp(-1.0) && y(1) == 1 && y(2) == 3.5 && y(3) > 0);
  });
  tests.proved("with a batch", [](report& r) {
    const auto q = launder(filled<tensor<double, batch, token, width>>(13));
    const auto k = launder(filled<tensor<double, batch, key, width>>(14));
    const auto v = launder(filled<tensor<double, batch, key, content>>(15));
    const auto all = linear_attention(q, k, v);
    has_type<tensor<double, batch, token, content>>(all);
    const auto shared = linear_attention(q, select<0>(k, 1), select<0>(v, 1));
    const auto plain = similarity_attention(q, k, v);
    for (std::size_t b = 0; b < 2; ++b) {
      const auto one = select<0>(q, b);
      r.same(select<0>(all, b), linear_attention(one, select<0>(k, b), select<0>(v, b)));
      r.same(select<0>(shared, b), linear_attention(one, select<0>(k, 1), select<0>(v, 1)));
      r.same(select<0>(plain, b), similarity_attention(one, select<0>(k, b), select<0>(v, b)));
    }
    r.bits(all);
  });
  tests.accepts_an_archetype<tensor<double, token, width>, tensor<double, token, width>,
      tensor<double, token, width>>([](const auto&... x) { return linear_attention(x...); });
  tests.accepts_an_archetype<tensor<double, token, width>, tensor<double, token, width>,
      tensor<double, token, width>>([](const auto&... x) { return similarity_attention(x...); });
  tests.proved("the requirements", [](report& r) {
    using x = tensor<double, token, width>;
    using ids = tensor<int, token, width>;
    using score = decltype(scored_by(dot_score));
    r.check(rules::similarity_call<x, x, x>::all::value &&
            rules::similarity_call<x, x, x, score>::all::value);
    r.check(rules::similarity_call<ids, ids, ids>::all::value);
    r.check(!rules::similarity_call<x, x, x, score, score>::one_score::value);
    r.check(!rules::similarity_call<x, x, x, decltype(causal<>)>::only_scores::value);
    r.check(rules::linear_attention_call<x, x, x, elu_plus_one_t>::all::value);
    r.check(!rules::linear_attention_call<ids, ids, ids, elu_plus_one_t>::all::value);
    constexpr auto a_number = [](const auto&) { return 1.0; };
    r.check(!rules::linear_attention_call<x, x, x, decltype(a_number)>::maps::value);
  });
  // What attn/attention/hard_attention.hpp promises.
  tests.proved<double, float>("one value each", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, key, content>>(3));
    const auto best = argmax<"key">(attention_scores(q, k));
    const auto weights = hard_attention_weights(q, k);
    has_type<tensor<T, token, key>>(weights);
    r.same(weights, one_hot<key, T>(best));
    const auto out = hard_attention(q, k, v);
    has_type<tensor<T, token, content>>(out);
    for (std::size_t i = 0; i < 3; ++i) r.check(select<0>(out, i) == select<0>(v, best(i)));
    // What softmax becomes as the scale grows.
    r.check(!allclose(attention_weights(q, k), weights));
    r.check(allclose(attention_weights(q, k, scaled_by(T(1000))), weights));
    r.same(hard_attention(q, k, v, scaled_by(T(1000))), out);
  });
  tests.proved("options take effect", [](report& r) {
    const tensor<double, token, dim<1>> q = launder(tensor<double, token, dim<1>>{{1}, {1}, {-1}});
    const tensor<double, dim<3>, dim<1>> k = launder(tensor<double, dim<3>, dim<1>>{{1}, {3}, {2}});
    r.check(hard_attention_weights(q, k) ==
            tensor<double, token, dim<3>>{{0, 1, 0}, {0, 1, 0}, {1, 0, 0}});
    r.check(hard_attention_weights(q, k, scaled_by(-1.0)) ==
            tensor<double, token, dim<3>>{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    r.check(hard_attention_weights(q, k, queries_scaled_by(-1.0)) ==
            hard_attention_weights(q, k, scaled_by(-1.0)));
    r.check(hard_attention_weights(q, k, causal<>) ==
            tensor<double, token, dim<3>>{{1, 0, 0}, {0, 1, 0}, {1, 0, 0}});
    r.check(hard_attention_weights(
                q, k, biased_by(tensor<double, token, dim<3>>{{0, 0, 9}, {9, 0, 0}, {0, 0, 0}})) ==
            tensor<double, token, dim<3>>{{0, 0, 1}, {1, 0, 0}, {1, 0, 0}});
    r.check(hard_attention_weights(q, k, scored_by(dot_score)) == hard_attention_weights(q, k));
    // No key is left.
    r.check(hard_attention_weights(q, k, causal<key_offset<-1>>, fully_masked<zero_rows>) ==
            tensor<double, token, dim<3>>{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}});
  });
  tests.proved("the first of equals", [](report& r) {
    const auto x = launder(tensor<float, dim<2>, dim<2>>{{1, 1}, {1, 1}});
    r.check(hard_attention_weights(x, x) == tensor<float, dim<2>, dim<2>>{{1, 0}, {1, 0}});
  });
  tests.proved("of one sequence, in a batch", [](report& r) {
    const auto x = launder(filled<tensor<double, batch, token, width>>(4));
    independent_of_leading_axes<"batch">(
        r, [](const auto& y) { return hard_attention(y, y, y); }, x);
  });
  tests.proved("the requirements", [](report& r) {
    const auto asks = []<class T>(T) {
      using x = tensor<T, token, width>;
      return rules::weights_call<x, x, hardmax_t>{};
    };
    r.check(decltype(asks(1.0))::all::value && decltype(asks(1.0f))::all::value &&
            !decltype(asks(1))::all::value);
    using bounds = decltype(asks(interval<double>(1)));
    r.check(!bounds::all::value && !bounds::ordered::value && bounds::mask_axes::value);
  });
  // The option hardmax, in functions that have no form of their own for it.
  tests.proved<double, float>("every function can be hard", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(2)));
    const auto k = launder(filled<tensor<T, key, width>>(2, T(2)));
    const auto v = launder(filled<tensor<T, key, content>>(3));
    static_assert(detail::is_kind<normaliser_kind, hardmax_t>);
    r.same(scaled_dot_product_attention(q, k, v, hardmax), hard_attention(q, k, v));
    r.same(attention_weights(q, k, hardmax, causal<top_left>, scaled_by(T(-1))),
        hard_attention_weights(q, k, causal<top_left>, scaled_by(T(-1))));
    auto out = launder(tensor<T, token, content>{});
    scaled_dot_product_attention_into(out, q, k, v, hardmax);
    r.same(out, hard_attention(q, k, v));
    r.same(merge_heads<"content">(scaled_dot_product_attention(
               split_heads<axis<"head", 1>, width>(q), split_heads<axis<"head", 1>, width>(k),
               split_heads<axis<"head", 1>, content>(v), hardmax)),
        out);
    key_value_cache<T, key, width, content> cache;
    cache.append(k, v);
    r.same(cache.attend(q, hardmax), out);
    r.check(!bitwise_equal(scaled_dot_product_attention(q, k, v), out));
  });
  // What attn/attention/gated_linear_attention.hpp promises.
  tests.proved<float, double>("are their formulas", []<class T>(report& r) {
    const operands<T> x = launder(operands<T>{});
    const tensor<T, token_5>* const none = nullptr;
    const auto each = [&](std::size_t t, std::size_t) { return x.decay(t); };
    const auto features = [&](std::size_t t, std::size_t i) { return x.decays(t, i); };
    const auto one = [](std::size_t, std::size_t) { return T(1); };
    const auto gated = gated_linear_attention(x.q, x.k, x.v, x.decay);
    has_type<linear_attended<tensor<T, token_5, content_4>, tensor<T, dim<3>, dim<4>>>>(gated);
    check_formula(r, gated, x, each, none);
    check_formula(r, gated_linear_attention(x.q, x.k, x.v, x.decays), x, features, none);
    check_formula(r, delta_rule_attention(x.q, x.k, x.v, x.rate), x, one, &x.rate);
    check_formula(r, gated_delta_rule_attention(x.q, x.k, x.v, x.decay, x.rate), x, each, &x.rate);
    check_formula(
        r, gated_delta_rule_attention(x.q, x.k, x.v, x.decays, x.rate), x, features, &x.rate);
  });
  // Without a decay it is the sum over the past of similarity times value.
  tests.proved("a decay of one forgets nothing", [](report& r) {
    const operands<double> x = launder(operands<double>{});
    tensor<double, token_5> ones;
    for (double& one : ones) one = 1;
    const auto out = gated_linear_attention(x.q, x.k, x.v, ones).outputs;
    const auto past = zeroed_outside(attention_scores(x.q, x.k), causal<>);
    r.check(allclose(out, matmul(past, as_keys(x.v))));
    // A decay of zero: of the past nothing is left.
    const auto now = gated_linear_attention(x.q, x.k, x.v, tensor<double, token_5>{}).outputs;
    const auto self = zeroed_outside(attention_scores(x.q, x.k), sliding_window<0, 0>);
    r.check(allclose(now, matmul(self, as_keys(x.v))));
  });
  // With a rate of 1 and keys of length 1, a state says of each key the last value.
  tests.proved("the delta rule replaces what a key says", [](report& r) {
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
  });
  // A sequence in two pieces is the sequence, bit for bit.
  tests.proved<float, double>("pieces", []<class T>(report& r) {
    const operands<T> x = launder(operands<T>{});
    const auto first = [](const auto& y) { return narrow<"token", 2>(y, 0); };
    const auto rest = [](const auto& y) { return narrow<"token", 3>(y, 2); };
    const auto check = [&](const auto& f, const auto&... gates) {
      const auto all = f(x.q, x.k, x.v, gates...);
      const auto a = f(first(x.q), first(x.k), first(x.v), first(gates)...);
      const auto b = f(rest(x.q), rest(x.k), rest(x.v), rest(gates)..., a.state);
      r.same(a.outputs, first(all.outputs));
      r.same(b.outputs, rest(all.outputs));
      r.same(b.state, all.state);
    };
    check([](const auto&... y) { return gated_linear_attention(y...); }, x.decay);
    check([](const auto&... y) { return delta_rule_attention(y...); }, x.rate);
    check([](const auto&... y) { return gated_delta_rule_attention(y...); }, x.decays, x.rate);
  });
  // Each head as if it were alone; with keys and values of its own, or shared ones.
  tests.proved<float, double>("leading axes", []<class T>(report& r) {
    const operands<T> x = launder(operands<T>{});
    const auto q = launder(filled<tensor<T, head, token_5, width_3>>(11));
    const auto k = launder(filled<tensor<T, head, token_5, width_3>>(12));
    const auto v = launder(filled<tensor<T, head, token_5, content_4>>(13));
    const auto decay = launder(filled<tensor<T, head, token_5>>(14));
    const auto rate = launder(filled<tensor<T, head, token_5>>(15));
    const auto before = launder(filled<tensor<T, head, dim<3>, dim<4>>>(16));
    const auto all = gated_delta_rule_attention(q, k, v, decay, rate, before);
    has_type<linear_attended<tensor<T, head, token_5, content_4>, tensor<T, head, dim<3>, dim<4>>>>(
        all);
    const auto shared = gated_linear_attention(q, x.k, x.v, decay);
    for (std::size_t h = 0; h < head::size; ++h) {
      const auto of = [h](const auto& y) { return select<"head">(y, h); };
      const auto alone =
          gated_delta_rule_attention(of(q), of(k), of(v), of(decay), of(rate), of(before));
      r.same(of(all.outputs), alone.outputs);
      r.same(of(all.state), alone.state);
      r.same(of(shared.outputs), gated_linear_attention(of(q), x.k, x.v, of(decay)).outputs);
    }
    r.bits(all.outputs);
    r.bits(shared.state);
  });
  tests.proved("costs what is executed", [](report& r) {
    using Q = tensor<double, token_5, width_3>;
    using V = tensor<double, token_5, content_4>;
    using G = tensor<double, token_5>;
    cost_is_counted(
        r, cost::gated_linear_attention<Q, Q, V, G>(),
        [](const auto&... x) { return gated_linear_attention(x...); }, Q{}, Q{}, V{}, G{});
    cost_is_counted(
        r, cost::delta_rule_attention<Q, Q, V, G>(),
        [](const auto&... x) { return delta_rule_attention(x...); }, Q{}, Q{}, V{}, G{});
    cost_is_counted(
        r, cost::gated_delta_rule_attention<Q, Q, V, Q, G>(),
        [](const auto&... x) { return gated_delta_rule_attention(x...); }, Q{}, Q{}, V{}, Q{}, G{});
  });
  tests.proved("a call names its rules", [](report& r) {
    using q = tensor<double, token_5, width_3>;
    using v = tensor<double, token_5, content_4>;
    using g = tensor<double, token_5>;
    using good = rules::recurrent_attention_call<q, q, v, g, no_rate_t, zero_state_t>;
    r.check(good::all::value && good::decay_axes::value && good::rate_axes::value);
    r.check(rules::recurrent_attention_call<q, q, v, no_decay_t, g, zero_state_t>::all::value);
    using of_width = tensor<double, width_3>;
    r.check(
        !rules::recurrent_attention_call<q, q, v, of_width, g, zero_state_t>::decay_axes::value);
    r.check(!rules::recurrent_attention_call<q, q, v, g, of_width, zero_state_t>::rate_axes::value);
    r.check(!rules::recurrent_attention_call<q, q, v, g, g, v>::state_axes::value);
    using other = rules::gate_call<true, tensor<float, token_5>, double, shape<token_5>>;
    r.check(other::axes::value && !other::one_element::value);
  });
  tests.proved("an archetype will do", [](report& r) {
    const operands<double> x = launder(operands<double>{});
    const auto out = gated_delta_rule_attention(as_archetype(x.q), as_archetype(x.k),
        as_archetype(x.v), as_archetype(x.decay), as_archetype(x.rate));
    const auto wanted = gated_delta_rule_attention(x.q, x.k, x.v, x.decay, x.rate);
    r.same(values_of(out.outputs), wanted.outputs);
    r.same(values_of(out.state), wanted.state);
  });
  // What attn/attention/online_softmax.hpp promises.
  // One query, seven keys in blocks of three, three and one: m, l and acc after each of them.
  tests.proved<double, float>("the reference", []<class T>(report& r) {
    namespace expected = reference::attention_online_softmax;
    using one_token = dim<1>;
    using three_contents = dim<3>;
    const auto q = launder(as<T>(detail::with_shape<shape<one_token, dim<4>>>(expected::q)));
    const auto k = launder(as<T>(expected::K));
    const auto v = launder(as<T>(expected::V));
    const auto scores = attention_scores(q, k) * default_scale<T>(4);
    r.check(near(with_axes<dim<7>>(select<0>(scores, 0)), expected::scores));
    const attention_part<T, one_token, three_contents> parts[] = {
        part_of(narrow<1, 3>(scores, 0), narrow<0, 3>(v, 0)),
        part_of(narrow<1, 3>(scores, 3), narrow<0, 3>(v, 3)),
        part_of(narrow<1, 1>(scores, 6), narrow<0, 1>(v, 6))};
    const auto two = combined(parts[0], parts[1]);
    const auto three = combined(two, parts[2]);
    tensor<T, dim<3>> m, l;
    tensor<T, dim<3>, three_contents> acc;
    std::size_t row = 0;
    for (const auto& seen : {parts[0], two, three}) {
      m(row) = seen.largest(0);
      l(row) = seen.total(0);
      for (std::size_t j = 0; j < 3; ++j) acc(row, j) = seen.weighted(0, j);
      ++row;
    }
    r.check(near(m, expected::m) && near(l, expected::l) && near(acc, expected::acc));
    const auto out = online_attention<3>(q, k, v);
    r.check(near(select<0>(out, 0), expected::out));
    r.same(out, answer_of(three));
    // In another order, as processors that share the keys would do it: the same but for rounding.
    r.check(allclose(answer_of(combined(parts[0], combined(parts[1], parts[2]))), out));
  });
  tests.proved<double, float>("close for any block", []<class T>(report& r) {
    const auto q = launder(filled<tensor<T, token, width>>(1, T(4)));
    const auto k = launder(filled<tensor<T, key_11, width>>(2, T(4)));
    const auto v = launder(filled<tensor<T, key_11, content>>(3));
    const auto all = scaled_dot_product_attention(q, k, v);
    const auto check = [&](const auto& out) {
      static_assert(std::is_same_v<decltype(out), const tensor<T, token, content>&>);
      r.check(allclose(out, all));
      r.bits(out);
    };
    check(online_attention<1>(q, k, v));
    check(online_attention<2>(q, k, v));
    check(online_attention<5>(q, k, v));
    check(online_attention<10>(q, k, v));
    check(online_attention<11>(q, k, v));
    check(online_attention<64>(q, k, v));
  });
  tests.proved("the bits are others", [](report& r) {
    const auto q = launder(filled<tensor<double, token, width>>(4, 4.0));
    const auto k = launder(filled<tensor<double, key_11, width>>(5, 4.0));
    const auto v = launder(filled<tensor<double, key_11, content>>(6));
    r.check(!bitwise_equal(online_attention<3>(q, k, v), scaled_dot_product_attention(q, k, v)));
  });
  // Scores that overflow exp where nothing is subtracted: the largest comes first, or last.
  tests.proved("large scores", [](report& r) {
    const auto q = launder(tensor<float, dim<1>, dim<1>>{{1}});
    const auto k = launder(tensor<float, dim<4>, dim<1>>{{-2000}, {999}, {1000}, {500}});
    const auto v = launder(tensor<float, dim<4>, dim<1>>{{8}, {1}, {2}, {4}});
    const auto all = scaled_dot_product_attention(q, k, v);
    r.check(allclose(online_attention<1>(q, k, v), all));
    r.check(allclose(online_attention<2>(q, k, v), all));
    r.check(allclose(online_attention<3>(q, k, v), all));
  });
  tests.proved("options take effect", [](report& r) {
    const auto x = launder(filled<tensor<double, token, width>>(7, 4.0));
    const auto same = [&](const auto&... options) {
      return allclose(online_attention<2>(x, x, x, options...),
          scaled_dot_product_attention(x, x, x, options...));
    };
    r.check(same() && same(unscaled) && same(scaled_by(0.1)) && same(soft_capped_by(2.0)));
    r.check(same(queries_scaled) && same(queries_scaled_by(0.1), soft_capped_by(2.0)));
    r.same(online_attention<2>(x, x, x, queries_scaled_by(0.1)),
        online_attention<2>(x * 0.1, x, x, unscaled));
    r.check(same(scored_by(dot_score)) && same(scored_by(scaled_dot_score), scaled_by(2.0)));
    r.check(!allclose(online_attention<2>(x, x, x, unscaled), online_attention<2>(x, x, x)));
  });
  tests.accepts_an_archetype<tensor<double, token, width>, tensor<double, key_11, width>,
      tensor<double, key_11, content>>([](const auto&... x) { return online_attention<4>(x...); });
};
}  // namespace attn_tests::attention_linear_attention_tests
