// SPDX-License-Identifier: BSL-1.0
// What attn/models/trace.hpp promises.
#pragma once

#include "static_tests/tests.hpp"

namespace attn_tests::trace_tests {
using inner = axis<"inner", 3>;

template <class Layer> constexpr Layer made_up(std::uint64_t seed) {
  using T = typename Layer::value_type;
  return vector_to_parameters<Layer>(filled<tensor<T, dim<parameter_count<Layer>>>>(seed, T(1.5)));
}

template <class Norm> constexpr report layers() {
  report r;
  using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, Norm>;
  const auto one = made_up<layer>(7);
  const auto x = launder(filled<tensor<double, token, model>>(8, 1.0));
  const auto t = trace(one, x, causal<>);
  r.same(step_of<"output">(t), one(x, causal<>));
  if constexpr (Norm::norm_first) {
    r.same(step_of<"self_attn.q">(t), one.self_attn.q_proj(one.norm1(x)));
    r.same(step_of<"sum1">(t), x + step_of<"self_attn.output">(t));
    r.same(step_of<"output">(t), step_of<"sum1">(t) + step_of<"feed_forward.output">(t));
  } else {
    r.same(step_of<"norm1">(t), one.norm1(x + step_of<"self_attn.output">(t)));
    r.same(step_of<"output">(t), one.norm2(step_of<"sum2">(t)));
  }
  r.same(one.feed_forward.linear2(step_of<"feed_forward.activated">(t)),
      step_of<"feed_forward.output">(t));
  nn::encoder<layer, 2> stack{};
  stack.layers[0] = one, stack.layers[1] = made_up<layer>(9);
  const auto s = trace(stack, x);
  r.same(step_of<"layers.0.output">(s), one(x));
  r.same(step_of<"layers.1.output">(s), stack(x));
  r.same(step_of<"output">(s), stack(x));
  return r;
}

// A model of the user's: its own trace, or none.
struct doubles {
  template <class X> constexpr auto operator()(const X& x) const { return x * 2; }
};
struct attends {
  template <class X> constexpr auto operator()(const X& x) const {
    return scaled_dot_product_attention(x, x, x);
  }
  template <class X> constexpr auto trace(const X& x) const { return trace_attention(x, x, x); }
};

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("attention step by step", [](report& r) {
    const auto q = launder(filled<tensor<double, token, d_k>>(1, 1.0));
    const auto k = launder(filled<tensor<double, key, d_k>>(2, 1.0));
    const auto v = launder(filled<tensor<double, key, d_v>>(3, 1.0));
    const auto t = trace_attention(q, k, v);
    static_assert(decltype(t)::count == 4);
    r.same(step_of<"scores">(t), attention_scores(q, k));
    r.same(step_of<"scaled">(t), attention_scores(q, k) * 0.5);
    r.same(step_of<"weights">(t), attention_weights(q, k));
    r.same(step_of<"output">(t), scaled_dot_product_attention(q, k, v));
    static_assert(decltype(trace_attention(q, k, v, unscaled))::count == 3);
    const auto u = trace_attention(q, k, v, queries_scaled);
    static_assert(decltype(u)::count == 4);
    r.same(step_of<"queries">(u), q * 0.5);
    r.same(step_of<"scores">(u), attention_scores(q * 0.5, k));
    r.same(step_of<"output">(u), scaled_dot_product_attention(q * 0.5, k, v, unscaled));
  });
  // With a step for each option, and in the order in which they are applied.
  tests.proved("options are steps", [](report& r) {
    const auto q = launder(filled<tensor<double, token, d_k>>(1, 1.0));
    const auto k = launder(filled<tensor<double, key, d_k>>(2, 1.0));
    const auto v = launder(filled<tensor<double, key, d_v>>(3, 1.0));
    const tensor<double, token, key> more{{1, 0, 2, 0, 0}, {0, 3, 0, 0, 0}, {0, 0, 0, 0, 1}};
    const auto t = trace_attention(
        q, k, v, causal<top_left>, biased_by(more), soft_capped_by(2.0), scaled_by(0.25));
    static_assert(decltype(t)::count == 7);
    r.same(step_of<"scaled">(t), attention_scores(q, k) * 0.25);
    r.same(step_of<"biased">(t), step_of<"capped">(t) + more);
    r.check(step_of<"masked">(t)(0, 0) == step_of<"biased">(t)(0, 0));
    r.check(step_of<"masked">(t)(0, 1) == -std::numeric_limits<double>::infinity());
    r.same(step_of<"output">(t), scaled_dot_product_attention(q, k, v, causal<top_left>,
                                     biased_by(more), soft_capped_by(2.0), scaled_by(0.25)));
    const char* const names[] = {
        "scores", "scaled", "capped", "biased", "masked", "weights", "output"};
    std::size_t i = 0;
    bool same = true;
    t.for_each([&](const char* name, const step_formula& formula, const auto&) {
      for (std::size_t c = 0; name[c] != 0 || names[i][c] != 0; ++c)
        if (name[c] != names[i][c]) same = false;
      if (formula.text[0] == 0 || formula.latex[0] == 0) same = false;
      ++i;
    });
    r.check(same && i == 7);
  });
  tests.proved("several heads", [](report& r) {
    using layer = nn::multi_head_attention<double, model, head, output_by_input>;
    const auto mha = made_up<layer>(4);
    const auto x = launder(filled<tensor<double, token, model>>(5, 1.0));
    const auto t = trace(mha, x, causal<>);
    r.same(step_of<"k">(t), mha.k_proj(x));
    r.same(step_of<"weights">(t), mha.weights(x, causal<>));
    r.same(mha.out_proj(step_of<"joined">(t)), mha(x, causal<>));
    r.same(step_of<"output">(t), mha(x, causal<>));
    const auto memory = launder(filled<tensor<double, key, model>>(6, 1.0));
    r.same(step_of<"weights">(trace(mha, x, memory, memory)), mha.weights(x, memory));
    r.same(step_of<"output">(trace(mha, x, memory, memory)), mha(x, memory, memory));
  });
  tests.proved("layers, post-norm", [] { return layers<post_norm>(); });
  tests.proved("layers, pre-norm", [] { return layers<pre_norm>(); });
  tests.proved("models of the user", [](report& r) {
    const auto x = launder(filled<tensor<double, token, model>>(8, 1.0));
    static_assert(decltype(trace(doubles{}, x))::count == 1);
    r.same(step_of<"output">(trace(doubles{}, x)), x * 2);
    using one_step = trace_of<traced<"output", tensor<double, token, model>>>;
    static_assert(std::is_same_v<decltype(trace(doubles{}, x)), one_step>);
    static_assert(step_name("output").length == 6 && step_name("a.b").text[1] == '.');
    static_assert(decltype(trace(attends{}, x))::count == 4);
    r.same(step_of<"output">(trace(attends{}, x)), attends{}(x));
  });
};
}  // namespace attn_tests::trace_tests
