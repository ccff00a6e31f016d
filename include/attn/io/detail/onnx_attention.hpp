// SPDX-License-Identifier: BSL-1.0
// The ONNX forms of attention: of heads that are given, and of a layer with projections.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <attn/attention/bias.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/grouped_query_weights.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/weights.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_masks.hpp>
#include <attn/io/detail/onnx_scores.hpp>
#include <attn/io/detail/onnx_value.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class T, class Widths, class Head, class Bias>
inline constexpr bool is_packed_layer<nn::multi_head<T, Widths, Head, packed_weights, Bias>> = true;

// (…, token, width) -> (…, head, token, d), or (…, head, d, token): with one leading axis or none.
template <bool Turned, std::size_t Rank, class Graph>
ATTN_ABI std::string onnx_heads(Graph& graph, const std::string& x, std::size_t heads,
                                std::size_t width) {
  // 0: the size that the axis has already.
  std::vector<std::int64_t> sizes(Rank - 1, 0);
  sizes.push_back(static_cast<std::int64_t>(heads));
  sizes.push_back(static_cast<std::int64_t>(width));
  const std::string cut = graph.file.node("Reshape", {x, graph.file.integers(sizes)});
  if constexpr (Rank == 2 && Turned)
    return graph.file.node("Transpose", {cut}, {{"perm", {1, 2, 0}}});
  else if constexpr (Rank == 2)
    return graph.file.node("Transpose", {cut}, {{"perm", {1, 0, 2}}});
  else if constexpr (Turned)
    return graph.file.node("Transpose", {cut}, {{"perm", {0, 2, 3, 1}}});
  else
    return graph.file.node("Transpose", {cut}, {{"perm", {0, 2, 1, 3}}});
}
template <std::size_t Rank, class Graph>
ATTN_ABI std::string onnx_joined(Graph& graph, const std::string& x, std::size_t width) {
  std::vector<std::int64_t> sizes(Rank - 1, 0);
  sizes.push_back(static_cast<std::int64_t>(width));
  std::string turned;
  if constexpr (Rank == 2)
    turned = graph.file.node("Transpose", {x}, {{"perm", {1, 0, 2}}});
  else
    turned = graph.file.node("Transpose", {x}, {{"perm", {0, 2, 1, 3}}});
  return graph.file.node("Reshape", {turned, graph.file.integers(sizes)});
}

// What the options make of the scores, of elements T, whose shape is Scores.
template <class T, class Scores, class Graph>
struct onnx_scores {
  Graph& graph;
  std::size_t width;  // of a query
  std::string name;

  ATTN_ABI void apply(std::string_view operation, const std::string& operand) {
    name = graph.file.node(operation, {name, operand});
  }
  ATTN_ABI void scale(default_scale_t) { apply("Mul", graph.file.number(default_scale<T>(width))); }
  ATTN_ABI void scale(unscaled_t) {}
  template <class S>
  ATTN_ABI void scale(const scaled_by_t<S>& by) {
    apply("Mul", graph.file.number(T(by.factor)));
  }
  ATTN_ABI void cap(no_cap) {}
  template <class S>
  ATTN_ABI void cap(const soft_capped_by_t<S>& by) {
    const std::string bound = graph.file.number(T(by.cap));
    apply("Div", bound);
    name = graph.file.node("Tanh", {name});
    apply("Mul", bound);
  }
  ATTN_ABI void bias(no_bias) {}
  template <class... B>
  ATTN_ABI void bias(const biased_by_t<T, B...>& by) {
    static_assert(!(Graph::template is_open<B> || ...),
                  "attn::onnx_graph: the bias has an axis that is left open");
    constexpr auto at = rules::places_of_axes<2, rules::axes_of_mask<B...>,
                                              rules::role_of<rules::axes_of_scores, Scores>>;
    std::vector<std::size_t> extents(Scores::rank, 1);
    for (std::size_t i = 0; i < sizeof...(B); ++i) extents[at.of[i]] = Scores::extents[at.of[i]];
    apply("Add", graph.file.constant(extents, by.bias.data()));
  }
  // The softmax of the scores of the keys that are kept. A query without keys gets zeros.
  template <class Policy>
  ATTN_ABI void softmax(no_mask, Policy) {
    name = graph.file.node("Softmax", {name}, {{"axis", -1}});
  }
  template <class Mask, class Policy>
  ATTN_ABI void softmax(const Mask& mask, Policy) {
    const std::string kept = onnx_masks<Scores, Graph>{graph, name}.of(as_mask(mask));
    name = graph.file.node("Where", {kept, name, graph.file.number(lowest_infinity_of<T>())});
    softmax(no_mask{}, Policy{});
    if constexpr (!std::is_same_v<Policy, fully_masked_t<nan_rows>>)
      name = graph.file.node("Where", {kept, name, graph.file.number(T(0))});
  }
};

// The weights that the options make of scores. A score of the user's has no scale of its own.
template <class Scores, class T, class Graph, class... Options>
ATTN_ABI std::string onnx_weights(Graph& graph, const std::string& scores, std::size_t width,
                                  const Options&... options) {
  using no_scale =
      std::conditional_t<has_kind<score_kind, Options...>, unscaled_t, default_scale_t>;
  onnx_scores<T, Scores, Graph> x{graph, width, scores};
  x.scale(option<scale_kind, no_scale>(options...));
  x.cap(option<soft_cap_kind, no_cap>(options...));
  x.bias(option<bias_kind, no_bias>(options...));
  x.softmax(option<mask_kind, no_mask>(options...),
            option<fully_masked_kind, fully_masked_t<zero_rows>>(options...));
  return x.name;
}

// What makes the scores: the option, or the product.
template <class... Options>
ATTN_ABI const auto& score_of(const Options&... options) {
  if constexpr (has_kind<score_kind, Options...>)
    return option<score_kind, no_score>(options...).score;
  else
    return dot_score;
}

// The keys as a score sees them.
template <class Q, class K>
using onnx_keys = onnx_value<std::remove_cvref_t<decltype(in_role_of_keys<typename Q::shape_type>(
    std::declval<const K&>()))>>;

// attention_weights(q, k, options…), which has been checked.
template <class Graph, class Q, class K, class... Options>
ATTN_ABI auto onnx_attention_weights(Graph& graph, const onnx_value<Q>& q, const onnx_value<K>& k,
                                     const Options&... options) {
  const auto scores = graph(score_of(options...), q, onnx_keys<Q, K>{k.name});
  if constexpr (is_missing<std::remove_const_t<decltype(scores)>>) {
    return scores;
  } else {
    using result = std::remove_cvref_t<decltype(attn::attention_weights(
        std::declval<const Q&>(), std::declval<const K&>(),
        std::declval<const stand_in<Options>&>()...))>;
    using shape = typename result::shape_type;
    return onnx_value<result>{onnx_weights<shape, typename result::value_type>(
        graph, scores.name, last_axis<typename Q::shape_type>::size, options...)};
  }
}
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

}  // namespace detail

template <class T, class Widths, class Head, detail::onnx_layout Layout, class Bias>
struct onnx_form<nn::multi_head<T, Widths, Head, Layout, Bias>> {
  using layer_type = nn::multi_head<T, Widths, Head, Layout, Bias>;

  template <class Graph, class Q, class K, class V, class... Options>
    requires detail::sequence_tensor<K> && detail::sequence_tensor<V>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<Q>& query,
                             const onnx_value<K>& key, const onnx_value<V>& value,
                             const Options&... options) {
    using namespace detail;
    constexpr std::size_t heads = Head::size, rank = Q::rank, width = layer_type::d_k::size;
    const std::string q =
        onnx_heads<false, rank>(graph, graph(layer.q_proj, query).name, heads, width);
    constexpr bool products = !has_kind<score_kind, Options...>;
    const std::string k =
        onnx_heads<products, rank>(graph, graph(layer.k_proj, key).name, heads, width);
    const std::string v = onnx_heads<false, rank>(graph, graph(layer.v_proj, value).name, heads,
                                                  layer_type::d_v::size);
    using in_heads = std::remove_cvref_t<decltype(cut_into_heads<Head, typename layer_type::d_k>(
        layer.q_proj(std::declval<const Q&>())))>;
    using keys = std::remove_cvref_t<decltype(cut_into_heads<Head, typename layer_type::d_k>(
        layer.k_proj(std::declval<const K&>())))>;
    const auto weights = [&] {
      if constexpr (products) {
        using shape = typename decltype(layer.weights(std::declval<const Q&>(),
                                                      std::declval<const K&>()))::shape_type;
        return onnx_value<tensor_of<T, shape>>{
            onnx_weights<shape, T>(graph, graph.file.node("MatMul", {q, k}), width, options...)};
      } else {
        return onnx_attention_weights(graph, onnx_value<in_heads>{q}, onnx_value<keys>{k},
                                      options...);
      }
    }();
    if constexpr (is_missing<std::remove_const_t<decltype(weights)>>) {
      return weights;
    } else {
      using joined =
          tensor_of<T, with_last_axis<typename Q::shape_type, typename layer_type::joined_v>>;
      const std::string averages = graph.file.node("MatMul", {weights.name, v});
      return graph(layer.out_proj, onnx_value<joined>{onnx_joined<rank>(
                                       graph, averages, layer_type::joined_v::size)});
    }
  }
  template <class Graph, class X, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x,
                             const Options&... options) {
    return write(graph, layer, x, x, x, options...);
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
