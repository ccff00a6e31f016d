// SPDX-License-Identifier: BSL-1.0
// What attn/models/llama.hpp promises.
#pragma once

#include "static_tests/reference/llama.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::llama_tests {
using width = axis<"width", 16>;
using position = axis<"position", 6>;
using token = axis<"token", 5>;
using q_head = axis<"head", 4>;
using kv_head = axis<"kv_head", 2>;

template <class T, class Layout = output_by_input, class Options = llama2c_block>
using small = nn::llama<T, word, position, width, q_head, kv_head, inner, 2, Layout, Options>;

// As generate_llama.py numbers them, whose weights are output by input.
template <class Model> constexpr Model numbered() {
  Model model{};
  int leaf = 0;
  for_each_parameter(
      [&leaf](const auto&, auto& x) {
        using T = typename std::remove_cvref_t<decltype(x)>::value_type;
        int i = 0;
        for (T& element : x)
          element = T((37 * i++ + 11 * leaf) % 23 - 11) / 16 +
                    (std::remove_cvref_t<decltype(x)>::shape_type::rank == 1 ? T(1) : T(0));
        ++leaf;
      },
      model);
  return model;
}
constexpr auto as_ids = [] { return with_axes<token>(as_token_ids<7>(reference::llama::ids)); };

// The layer by its parts, with as many heads of keys as of queries.
template <class Options, class Layer, class X>
constexpr auto by_its_parts(const Layer& layer, const X& x) {
  const auto rows = layer.norm1(x);
  const auto& heads = layer.self_attn;
  const auto turned = [](const auto& y) {
    return rotary<typename Options::pairs>(y, std::size_t{0}, rotary_frequencies<4>(10000));
  };
  const auto q = turned(split_heads<q_head, dim<4>>(heads.q_proj(rows)));
  const auto k = turned(split_heads<kv_head, dim<4>>(heads.k_proj(rows)));
  const auto v = split_heads<kv_head, dim<4>>(heads.v_proj(rows));
  const auto found = scaled_dot_product_attention(
      q, as_keys(repeat_heads<q_head>(k)), as_keys(repeat_heads<q_head>(v)), causal<>);
  const auto h = x + heads.out_proj(merge_heads<"head_d_v">(found));
  const auto& f = layer.feed_forward;
  const auto second = layer.norm2(h);
  return h + f.w2(multiply(act::silu{}(f.w1(second)), f.w3(second)));
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed<double, float>("as an independent program", []<class T>(report& r) {
    const auto ids = launder(as_ids());
    const auto f = launder(numbered<small<T>>());
    const auto y = f(ids);
    has_type<tensor<T, token, word>>(y);
    r.check(near(y, reference::llama::interleaved));
    const auto g = launder(numbered<small<T, output_by_input, hugging_face_llama>>());
    r.check(near(g(ids), reference::llama::halves));
    r.bits(y);
  });
  tests.proved<double, float>("a layer is its parts", []<class T>(report& r) {
    const auto f = launder(numbered<small<T>>());
    const auto x = launder(filled<tensor<T, token, width>>(3));
    r.same(f.layers[1](x, causal<>), by_its_parts<llama2c_block>(f.layers[1], x));
    const auto both = launder(filled<tensor<T, batch, token, width>>(4));
    const auto of_both = f.layers[0](both, causal<>);
    for (std::size_t b = 0; b < 2; ++b)
      r.same(select<"batch">(of_both, b), f.layers[0](select<"batch">(both, b), causal<>));
  });
  tests.executed<double, float>("step by step", []<class T>(report& r) {
    const auto ids = launder(as_ids());
    const auto f = launder(numbered<small<T>>());
    const auto all = f(ids);
    auto state = f.start();
    r.same(f.step(state, narrow<"token", 2>(ids, 0)), narrow<"token", 2>(all, 0));
    for (std::size_t t = 2; t < 5; ++t) r.same(f.step(state, ids(t)), select<"token">(all, t));
    r.check(state.count() == 5 && state.room() == 1);
    state.crop(2);
    r.same(f.step(state, narrow<"token", 3>(ids, 2)), narrow<"token", 3>(all, 2));
  });
  tests.proved("packed", [](report& r) {
    const auto ids = launder(as_ids());
    const auto f = launder(numbered<small<float>>());
    const auto fast = packed(f);
    r.same(fast(ids), f(ids));
    auto state = fast.start();
    r.same(fast.step(state, ids), f(ids));
    r.check(generate<2>(fast, narrow<"token", 4>(ids, 0)) ==
            generate<2>(f, narrow<"token", 4>(ids, 0)));
  });
  tests.proved("in the other layout", [](report& r) {
    const auto ids = launder(as_ids());
    const auto f = launder(numbered<small<float>>());
    small<float, input_by_output> turned{};
    turned.embedding = f.embedding;
    turned.norm = f.norm;
    for (std::size_t i = 0; i < 2; ++i) {
      auto& to = turned.layers[i];
      const auto& from = f.layers[i];
      to.norm1 = from.norm1;
      to.norm2 = from.norm2;
      to.self_attn.q_proj = in_layout<input_by_output>(from.self_attn.q_proj);
      to.self_attn.k_proj = in_layout<input_by_output>(from.self_attn.k_proj);
      to.self_attn.v_proj = in_layout<input_by_output>(from.self_attn.v_proj);
      to.self_attn.out_proj = in_layout<input_by_output>(from.self_attn.out_proj);
      to.feed_forward.w1 = in_layout<input_by_output>(from.feed_forward.w1);
      to.feed_forward.w2 = in_layout<input_by_output>(from.feed_forward.w2);
      to.feed_forward.w3 = in_layout<input_by_output>(from.feed_forward.w3);
    }
    r.same(turned(ids), f(ids));
  });
  // As many heads of keys as of queries, under another name.
  tests.proved("one head of keys for each of queries", [](report& r) {
    using full = nn::llama<double, word, position, width, q_head, axis<"kv_head", 4>, inner, 1,
        output_by_input>;
    const auto f = launder(numbered<full>());
    const auto ids = launder(as_ids());
    auto state = f.start();
    r.same(f.step(state, ids), f(ids));
    r.check(parameter_count<full> == 7 * 16 + 4 * 16 * 16 + 3 * 16 * 5 + 3 * 16);
  });
  tests.proved("calls name their rules", [](report& r) {
    using attention = nn::grouped_self_attention<double, width, q_head, kv_head, output_by_input>;
    r.check(std::is_same_v<attention, typename small<double>::known_layer::attention_type>);
    r.check(rules::llama_heads_call<width, q_head, kv_head>::all::value);
    r.check(!rules::llama_heads_call<width, axis<"head", 3>, dim<1>>::heads::value);
    r.check(!rules::llama_heads_call<width, q_head, dim<3>>::groups::value);
    r.check(!rules::llama_heads_call<width, axis<"head", 16>, dim<1>>::pairs::value);
  });
  tests.proved("is causal", [](report& r) {
    r.check(rules::has_steps<rules::model<
            nn::llama_layer<double, width, q_head, kv_head, inner, output_by_input>>>::value);
    const auto f = launder(numbered<small<double>>());
    auto ids = launder(as_ids());
    const auto before = f(ids);
    ids(4) = token_id<7>(1);
    r.same(narrow<"token", 4>(f(ids), 0), narrow<"token", 4>(before, 0));
    r.check(!bitwise_equal(f(ids), before));
  });
};
}  // namespace attn_tests::llama_tests
