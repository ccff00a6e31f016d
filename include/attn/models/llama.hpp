// SPDX-License-Identifier: BSL-1.0
// Llama: a language model of grouped heads, rotary positions, RMS norms and a SwiGLU network.
//
//   nn::llama_layer<T, width, head, kv_head, inner, layout, options> layer;
//     h = x + self_attn(norm1(x));  h + feed_forward(norm2(h))
//   nn::llama<T, word, position, width, head, kv_head, inner, n, layout, options> model;
//     an nn::language_model of n layers, nn::no_positions and a final RMS norm. Its table is tied,
//     unless nn::own_output<layout> follows the options
//   nn::grouped_self_attention<T, width, head, kv_head, layout, options>    the attention alone
//
// (token, width) -> (token, width); an optional leading axis (a batch). head and kv_head are the
// numbers of heads of queries and of keys and values; a head has width / head features. Options of
// a call are as in grouped_query_attention. options is a struct derived from llama_block
// (models/block.hpp), which has eps, and says how queries and keys are rotated:
//   llama2c_block        interleaved pairs, base 10000: Meta's own files, llama2.c
//   hugging_face_llama   half pairs, base 10000: Transformers' files of Llama 2
//   struct mine : hugging_face_llama {            … of other frequencies
//     template <std::size_t Features>
//     static constexpr auto frequencies = rotary_frequencies<Features>(500000, llama3_scaling{…});
//   };
// Names: "layers.0.self_attn.q_proj.weight", "layers.0.norm1.weight",
// "layers.0.feed_forward.w1.weight", "embedding.weight", "norm.weight"; llama_names
// (io/checkpoint.hpp) has the names of Hugging Face, io/llama2c.hpp reads llama2.c's files.
//
// Rules: divides, of the heads and the width, and of kv_head and head; in_pairs; is_sequence,
// same_element, same_size, same_name of x and the width; the rules of grouped_query_attention.
// Accuracy: bit for bit the composition above. A step has the bits of the row of model(all ids so
// far), but for the sign of a zero.
// Source: Touvron et al. 2023, Llama 2; karpathy/llama2.c.
// Cost: cost_of<nn::llama_layer<…>, X>(options…), the cost of its parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/cache.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/models/language_model.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct llama2c_block : llama_block {
  using pairs = interleaved_pairs;
  template <std::size_t Features>
  static constexpr auto frequencies = rotary_frequencies<Features>(10000);
};
struct hugging_face_llama : llama2c_block {
  using pairs = half_pairs;
};

namespace rules {

// The heads of a layer, and x.
template <class Width, class Head, class KvHead>
struct llama_heads_call {
  using operands = roles<>;
  using heads = divides<any_axis<Head>, any_axis<Width>>;
  using groups = divides<any_axis<KvHead>, any_axis<Head>>;
  using features = dim<heads::value ? Width::size / Head::size : 2>;
  using pairs = in_pairs<size<features::size>, width_of_X<features>>;
  using all = in_order<heads, groups, pairs>;
  using kv_head = std::conditional_t<all::value, KvHead, dim<1>>;
};

template <class Call>
struct heads_of_llama {
  static_assert(all_hold<typename Call::heads>,
                "attn::nn::llama_layer: the number of heads must divide the width");
  static_assert(
      all_hold<typename Call::groups>,
      "attn::nn::llama_layer: the heads of keys and values must divide the heads of queries");
  static_assert(all_hold<typename Call::pairs>,
                "attn::nn::llama_layer: the width of a head must be even, for rotary positions");
};

}  // namespace rules

namespace nn {

template <scalar T, axis_like Width, axis_like Head, axis_like KvHead, class Layout,
          class Options = llama2c_block>
struct grouped_self_attention {
  using parts = rules::llama_heads_call<Width, Head, KvHead>;
  static_assert(sizeof(rules::heads_of_llama<parts>) > 0);  // see layer_of_language_model
  using kv_head = typename parts::kv_head;
  // Named as the axes of keys, with which they are compared.
  using head = resized<kv_head, parts::all::value ? Head::size : 1>;
  using d_k = typename parts::features;
  using joined_q = axis<"head_d_k", rules::saturating_product(head::size, d_k::size)>;
  using joined_k = axis<"head_d_k", rules::saturating_product(kv_head::size, d_k::size)>;
  using joined_v = axis<"head_d_v", rules::saturating_product(kv_head::size, d_k::size)>;
  using joined_out = axis<"head_d_v", joined_q::size>;
  using query_type = linear<T, Width, joined_q, Layout, without_bias>;
  using key_type = linear<T, Width, joined_k, Layout, without_bias>;
  using value_projection = linear<T, Width, joined_v, Layout, without_bias>;
  using output_type = linear<T, joined_out, Width, Layout, without_bias>;
  ATTN_MEMBERS(grouped_self_attention, (query_type, q_proj), (key_type, k_proj),
               (value_projection, v_proj), (output_type, out_proj));

  template <axis_like Position>
  using state_type = key_value_cache<T, Position, d_k, d_k, kv_head>;

  template <class X, class... More>
  ATTN_ABI constexpr auto operator()(const X& x, const More&... options) const {
    // Statements of their own, so that gradients have one order of sums.
    const auto q = queries(x, 0);
    const auto k = keys(x, 0);
    const auto v = values(x);
    return output(grouped_query_attention(q, k, v, options...));
  }
  // As with causal<>, for the tokens x that follow those in the cache, which then holds them too.
  template <class Cache, class X>
  ATTN_ABI constexpr auto step(Cache& cache, const X& x) const {
    const std::size_t before = cache.count;
    cache.append(keys(x, before), values(x));
    return output(cache.attend(queries(x, before), causal_from(before)));
  }
  // As a graph: what the call computes, from the functions of the graph.
  template <class Graph, class X, class... More>
  ATTN_ABI auto onnx(Graph& graph, const X& x, const More&... options) const {
    const auto q = graph.template split_heads<head, d_k>(graph(q_proj, x));
    const auto k = graph.template split_heads<kv_head, d_k>(graph(k_proj, x));
    const auto v = graph.template split_heads<kv_head, d_k>(graph(v_proj, x));
    const auto turned = [&](const auto& heads) {
      return graph.template rotary<typename Options::pairs>(
          heads, std::size_t{0}, Options::template frequencies<d_k::size>);
    };
    const auto queries_of = turned(q);
    const auto y = graph.grouped_query_attention(queries_of, turned(k), v, options...);
    return graph(out_proj, graph.template merge_heads<"head_d_v">(y));
  }
  ATTN_ABI friend constexpr bool operator==(const grouped_self_attention&,
                                            const grouped_self_attention&) = default;

 private:
  template <class X>
  ATTN_ABI static constexpr auto rotated(const X& x, std::size_t first) {
    return rotary<typename Options::pairs>(x, first, Options::template frequencies<d_k::size>);
  }
  template <class X>
  ATTN_ABI constexpr auto queries(const X& x, std::size_t first) const {
    return rotated(attn::detail::cut_into_heads<head, d_k>(q_proj(x)), first);
  }
  template <class X>
  ATTN_ABI constexpr auto keys(const X& x, std::size_t first) const {
    return rotated(attn::detail::cut_into_heads<kv_head, d_k>(k_proj(x)), first);
  }
  template <class X>
  ATTN_ABI constexpr auto values(const X& x) const {
    return attn::detail::cut_into_heads<kv_head, d_k>(v_proj(x));
  }
  template <class Y>
  ATTN_ABI constexpr auto output(const Y& y) const {
    return out_proj(attn::detail::put_heads_together<joined_out>(y));
  }
};

template <scalar T, axis_like Width, axis_like Head, axis_like KvHead, axis_like Inner,
          class Layout, class Options = llama2c_block>
struct llama_layer {
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = Width;
  using inner = Inner;
  using parts = rules::llama_heads_call<Width, Head, KvHead>;
  static_assert(sizeof(rules::heads_of_llama<parts>) > 0);
  using attention_type = grouped_self_attention<T, Width, Head, KvHead, Layout, Options>;
  using norm_type = typename Options::template norm<T, Width, Options>;
  using network_type = typename Options::template network<T, Width, Inner, Layout, Options>;
  ATTN_MEMBERS(llama_layer, (attention_type, self_attn), (network_type, feed_forward),
               (norm_type, norm1), (norm_type, norm2));

  template <attn::detail::sequence_tensor X, class... More>
  ATTN_ABI constexpr auto operator()(const X& x, const More&... options) const {
    using call = rules::rows_call<T, Width, X>;
    ATTN_REQUIRE_ROWS(call, "attn::nn::llama_layer(x, …)", "x");
    if constexpr (call::all::value && parts::all::value)
      return after(x, [&](const auto& rows) { return self_attn(rows, options...); });
    else
      return x;
  }

  template <axis_like Position>
  using state_type = key_value_cache<T, Position, typename parts::features,
                                     typename parts::features, typename parts::kv_head>;
  template <class State, class X>
  ATTN_ABI constexpr auto step(State& state, const X& x) const {
    if constexpr (parts::all::value)
      return after(x, [&](const auto& rows) { return self_attn.step(state, rows); });
    else
      return x;
  }
  template <class Graph, class X, class... More>
  ATTN_ABI auto onnx(Graph& graph, const X& x, const More&... options) const {
    const auto h = graph.add(x, graph(self_attn, graph(norm1, x), options...));
    return graph.add(h, graph(feed_forward, graph(norm2, h)));
  }
  ATTN_ABI friend constexpr bool operator==(const llama_layer&, const llama_layer&) = default;

 private:
  template <class X, class F>
  ATTN_ABI constexpr auto after(const X& x, const F& attend) const {
    const auto h = attn::detail::residual<Options>(x, norm1, attend);
    return attn::detail::residual<Options>(h, norm2, feed_forward);
  }
};

template <scalar T, axis_like Word, axis_like Position, axis_like Width, axis_like Head,
          axis_like KvHead, axis_like Inner, std::size_t N, class Layout,
          class Options = llama2c_block, class Table = tied_table>
using llama = language_model<Word, llama_layer<T, Width, Head, KvHead, Inner, Layout, Options>, N,
                             no_positions<T, Position, Width>,
                             typename Options::template norm<T, Width, Options>, Table>;

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
