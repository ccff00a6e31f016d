// SPDX-License-Identifier: BSL-1.0
// Functions of the library that a graph has as well: sums, attention, heads, rotary positions. The
// types of their values, and what is rejected, are as in the functions.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <attn/attention/grouped_query.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/weights.hpp>
#include <attn/io/detail/onnx_attention.hpp>
#include <attn/io/detail/onnx_models.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/layers/rotary.hpp>
#include <attn/ops/arithmetic.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// The averages of v, a Result.
template <class Result, class Graph, class Weights, class V>
ATTN_ABI auto onnx_averages(Graph& graph, const Weights& weights, const onnx_value<V>& v) {
  if constexpr (is_missing<Weights>)
    return weights;
  else
    return onnx_value<Result>{graph.file.node("MatMul", {weights.name, v.name})};
}

// Each head again, for the queries of its group: (…, kv_head, key, d) -> (…, q_head, key, d).
template <class Head, class Graph, class X>
ATTN_ABI auto onnx_heads_again(Graph& graph, const onnx_value<X>& x) {
  using result = std::remove_cvref_t<decltype(each_head_again<Head>(std::declval<const X&>()))>;
  constexpr std::size_t group = Head::size / head_axis<typename X::shape_type>::size;
  std::vector<std::int64_t> heads;
  for (std::size_t h = 0; h < Head::size; ++h)
    heads.push_back(static_cast<std::int64_t>(h / group));
  return onnx_value<result>{
      graph.file.node("Gather", {x.name, graph.file.integers(heads)}, {{"axis", X::rank - 3}})};
}

template <class Graph>
class onnx_functions {
 public:
  template <class X, class Y>
  ATTN_ABI auto add(const X& x, const Y& y) {
    return combined("Add", [](const auto& a, const auto& b) { return a + b; }, x, y);
  }
  template <class X, class Y>
  ATTN_ABI auto multiply(const X& x, const Y& y) {
    return combined("Mul", [](const auto& a, const auto& b) { return attn::multiply(a, b); }, x, y);
  }

  // A state is a value, or an lstm_state of two.
  template <class State, class Memory, class... Options>
  ATTN_ABI auto attend(const State& before, const Memory& memory, const Options&... options) {
    return onnx_attend(self(), before, memory, options...);
  }

  template <class Q, class K, class... Options>
  ATTN_ABI auto attention_weights(const Q& q, const K& k, const Options&... options) {
    using result = decltype(attn::attention_weights(some<Q>(), some<K>(), some<Options>()...));
    using call = rules::weights_call<stand_in<Q>, stand_in<K>, stand_in<Options>...>;
    return function<call::all::value, result>(
        [&](auto& graph) { return onnx_attention_weights(graph, q, k, options...); }, q, k);
  }
  template <class Q, class K, class V, class... Options>
  ATTN_ABI auto scaled_dot_product_attention(const Q& q, const K& k, const V& v,
                                             const Options&... options) {
    using result = decltype(attn::scaled_dot_product_attention(some<Q>(), some<K>(), some<V>(),
                                                               some<Options>()...));
    using call = rules::attention_call<stand_in<Q>, stand_in<K>, stand_in<V>, stand_in<Options>...>;
    return function<call::all::value, result>(
        [&](auto& graph) {
          return onnx_averages<result>(graph, onnx_attention_weights(graph, q, k, options...), v);
        },
        q, k, v);
  }
  template <class Q, class K, class V, class... Options>
  ATTN_ABI auto grouped_query_attention(const Q& q, const K& k, const V& v,
                                        const Options&... options) {
    using result = decltype(attn::grouped_query_attention(some<Q>(), some<K>(), some<V>(),
                                                          some<Options>()...));
    using call =
        rules::grouped_query_call<stand_in<Q>, stand_in<K>, stand_in<V>, stand_in<Options>...>;
    return function<call::all::value, result>(
        [&](auto& graph) {
          using head = head_axis<typename result::shape_type>;
          const auto keys = onnx_heads_again<head>(graph, k);
          const auto values = onnx_heads_again<head>(graph, v);
          return onnx_averages<result>(graph, onnx_attention_weights(graph, q, keys, options...),
                                       values);
        },
        q, k, v);
  }
  template <axis_like Head, class X>
  ATTN_ABI auto repeat_heads(const X& x) {
    using result = decltype(attn::repeat_heads<Head>(some<X>()));
    using call = rules::repeat_heads_call<Head, stand_in<X>>;
    return function<call::all::value, result>(
        [&](auto& graph) { return onnx_heads_again<Head>(graph, x); }, x);
  }
  // Of a value that is a mask (batch, token), or of the lengths of the texts.
  template <class E, class... Axes>
  ATTN_ABI auto position_ids(const onnx_value<tensor<E, Axes...>>& padding) {
    using result = decltype(attn::position_ids(std::declval<const tensor<E, Axes...>&>()));
    auto& file = self().file;
    constexpr int integer = onnx_type<int>;
    const std::string kept =
        file.node("Cast", {as_keep<E>(self(), padding.name)}, {{"to", integer}});
    const std::string before =
        file.node("CumSum", {kept, file.number(std::int64_t{-1})}, {{"exclusive", 1}});
    return onnx_value<result>{file.node("Mul", {before, kept})};
  }
  template <axis_like Token, class N, class... Axes>
  ATTN_ABI auto right_padding(const onnx_value<tensor<N, Axes...>>& lengths) {
    return texts<Token>(lengths, "Less");
  }
  template <axis_like Token, class N, class... Axes>
  ATTN_ABI auto left_padding(const onnx_value<tensor<N, Axes...>>& lengths) {
    return texts<Token>(lengths, "GreaterOrEqual");
  }
  template <axis_like Head, axis_like Width, class X>
  ATTN_ABI auto split_heads(const X& x) {
    using result = decltype(attn::split_heads<Head, Width>(some<X>()));
    using call = rules::split_heads_call<Head, Width, stand_in<X>>;
    return function<call::all::value, result>(
        [&](auto& graph) {
          return onnx_value<result>{
              onnx_heads<false, stand_in<X>::rank>(graph, x.name, Head::size, Width::size)};
        },
        x);
  }
  template <label To, class Y>
  ATTN_ABI auto merge_heads(const Y& y) {
    using result = decltype(attn::merge_heads<To>(some<Y>()));
    using call = rules::merge_heads_call<To, stand_in<Y>>;
    return function<call::all::value, result>(
        [&](auto& graph) {
          return onnx_value<result>{onnx_joined<result::rank>(
              graph, y.name, last_axis<typename result::shape_type>::size)};
        },
        y);
  }
  template <class Layout = void, std::size_t Features = all_features, class X>
  ATTN_ABI auto rotary(const X& x, rotary_options options = {}) {
    using result = decltype(attn::rotary<Layout, Features>(some<X>()));
    using call = rules::rotary_call<Layout, Features, stand_in<X>>;
    return function<call::all::value, result>(
        [&](auto& graph) {
          return onnx_rotated<Layout, call::rotated>(
              graph, x,
              turns_after<Layout, call::rotated>(graph, x, waves_of<call::rotated>(options.base),
                                                 options.first_position));
        },
        x);
  }
  // At positions that are a tensor, or a value.
  template <class Layout = void, std::size_t Features = all_features, class X, class Positions>
    requires any_tensor<stand_in<Positions>>
  ATTN_ABI auto rotary(const X& x, const Positions& positions,
                       double base = rotary_options{}.base) {
    using result = decltype(attn::rotary<Layout, Features>(some<X>(), some<Positions>()));
    using call = rules::rotary_at_call<Layout, Features, stand_in<X>, stand_in<Positions>>;
    return function<call::all::value, result>(
        [&](auto& graph) {
          return onnx_rotated<Layout, call::rotated>(
              graph, x,
              turns_at_positions<Layout, call::rotated>(graph, x, waves_of<call::rotated>(base),
                                                        positions));
        },
        x);
  }
  // At positions, or from a first one, of the frequencies of a table.
  template <class Layout = void, class X, class Where, std::size_t Pairs>
  ATTN_ABI auto rotary(const X& x, const Where& where, const rotary_table<Pairs>& table) {
    using result = decltype(attn::rotary<Layout>(some<X>(), some<Where>(), table));
    if constexpr (std::integral<Where>) {
      using call = rules::rotary_call<Layout, 2 * Pairs, stand_in<X>>;
      return function<call::all::value, result>(
          [&](auto& graph) {
            return onnx_rotated<Layout, 2 * Pairs>(
                graph, x, turns_after<Layout, 2 * Pairs>(graph, x, waves_of(table), where));
          },
          x);
    } else {
      using call = rules::rotary_at_call<Layout, 2 * Pairs, stand_in<X>, stand_in<Where>>;
      return function<call::all::value, result>(
          [&](auto& graph) {
            return onnx_rotated<Layout, 2 * Pairs>(
                graph, x, turns_at_positions<Layout, 2 * Pairs>(graph, x, waves_of(table), where));
          },
          x);
    }
  }
  // Not a copy, so that the parameters of the score are the parameters of the model.
  template <class F>
  ATTN_ABI static onnx_scored_by<F> scored_by(const F& score) {
    return {score};
  }
  template <class F>
  static void scored_by(const F&& score) = delete;

 private:
  // The tokens before the length, or, counted from the end, all but these.
  template <class Token, class N, class... Axes>
  ATTN_ABI auto texts(const onnx_value<tensor<N, Axes...>>& lengths, std::string_view operation) {
    static_assert(!Graph::template is_open<Token>,
                  "attn::onnx_graph: the number of tokens is left open; make the padding an input "
                  "of the graph");
    using result = decltype(attn::right_padding<Token>(std::declval<const tensor<N, Axes...>&>()));
    auto& file = self().file;
    std::vector<std::int64_t> tokens;
    for (std::size_t t = 0; t < Token::size; ++t)
      tokens.push_back(static_cast<std::int64_t>(operation == "Less" ? t : t - Token::size));
    std::string limit = as_int64(self(), lengths);
    if (operation != "Less") limit = file.node("Neg", {limit});
    limit = file.node("Unsqueeze", {limit, file.integers({-1})});
    return onnx_value<result>{file.node(operation, {file.integers(tokens), limit})};
  }
  ATTN_ABI Graph& self() { return static_cast<Graph&>(*this); }
  // What the library has in the place of an argument, to ask it for a type.
  template <class Argument>
  ATTN_ABI static const stand_in<Argument>& some();
  // What f writes, unless a value is missing or the call has reported an error.
  template <bool Holds, class Result, class F, class... X>
  ATTN_ABI auto function(const F& f, const X&... x) {
    if constexpr ((is_missing<X> || ...))
      return first_missing(x...);
    else if constexpr (Holds)
      return f(self());
    else
      return onnx_value<Result>{};
  }

  template <class F, class X, class Y>
  ATTN_ABI auto combined(std::string_view operation, const F&, const X& x, const Y& y) {
    if constexpr (is_missing<X> || is_missing<Y>)
      return first_missing(x, y);
    else
      return onnx_result<F, X, Y>{self().file.node(operation, {x.name, y.name})};
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
