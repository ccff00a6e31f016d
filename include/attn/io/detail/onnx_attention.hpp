// SPDX-License-Identifier: BSL-1.0
// The ONNX form of multi-head attention.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <attn/attention/bias.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/scale.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_masks.hpp>
#include <attn/io/detail/onnx_value.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

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

}  // namespace detail

template <class T, class Widths, class Head, class Layout, class Bias>
struct onnx_form<nn::multi_head<T, Widths, Head, Layout, Bias>> {
  using layer_type = nn::multi_head<T, Widths, Head, Layout, Bias>;

  template <class Graph, class Q, class K, class V, class... Options>
    requires detail::sequence_tensor<K> && detail::sequence_tensor<V>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<Q>& query,
                             const onnx_value<K>& key, const onnx_value<V>& value,
                             const Options&... options) {
    static_assert(!detail::has_kind<score_kind, Options...>,
                  "attn::onnx_graph: scored_by(f) has no ONNX form");
    constexpr std::size_t heads = Head::size, rank = Q::rank, width = layer_type::d_k::size;
    const std::string q =
        detail::onnx_heads<false, rank>(graph, graph(layer.q_proj, query).name, heads, width);
    const std::string k =
        detail::onnx_heads<true, rank>(graph, graph(layer.k_proj, key).name, heads, width);
    const std::string v = detail::onnx_heads<false, rank>(graph, graph(layer.v_proj, value).name,
                                                          heads, layer_type::d_v::size);
    using scores = typename decltype(std::declval<const layer_type&>().weights(
        std::declval<const Q&>(), std::declval<const K&>()))::shape_type;
    detail::onnx_scores<T, scores, Graph> x{graph, width, graph.file.node("MatMul", {q, k})};
    using namespace detail;
    x.scale(option<scale_kind, default_scale_t>(options...));
    x.cap(option<soft_cap_kind, no_cap>(options...));
    x.bias(option<bias_kind, no_bias>(options...));
    x.softmax(option<mask_kind, no_mask>(options...),
              option<fully_masked_kind, fully_masked_t<zero_rows>>(options...));
    using joined =
        tensor_of<T, with_last_axis<typename Q::shape_type, typename layer_type::joined_v>>;
    return graph(layer.out_proj,
                 onnx_value<joined>{onnx_joined<rank>(graph, graph.file.node("MatMul", {x.name, v}),
                                                      layer_type::joined_v::size)});
  }
  template <class Graph, class X, class... Options>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x,
                             const Options&... options) {
    return write(graph, layer, x, x, x, options...);
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
