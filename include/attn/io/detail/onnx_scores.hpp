// SPDX-License-Identifier: BSL-1.0
// The ONNX forms of scores: dot products, Luong's, Bahdanau's.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <attn/attention/additive_score.hpp>
#include <attn/attention/multiplicative_score.hpp>
#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_value.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The last two axes of x exchanged.
template <std::size_t Rank, class Graph>
ATTN_ABI std::string onnx_transposed(Graph& graph, const std::string& x) {
  std::vector<int> order;
  for (std::size_t d = 0; d < Rank; ++d) order.push_back(static_cast<int>(d));
  std::swap(order[Rank - 2], order[Rank - 1]);
  return graph.file.node("Transpose", {x}, {{"perm", order}});
}
template <class Graph, class K>
ATTN_ABI std::string onnx_dots(Graph& graph, const std::string& q, const onnx_value<K>& k) {
  return graph.file.node("MatMul", {q, onnx_transposed<K::rank>(graph, k.name)});
}

// u^T tanh(p + r), of every row p and every row r: (…, token, 1, hidden) + (…, 1, key, hidden).
template <class Graph>
ATTN_ABI std::string onnx_scores_of_sums(Graph& graph, const std::string& p, const std::string& r,
                                         const std::string& u) {
  const std::string column = graph.file.node("Unsqueeze", {p, graph.file.integers({-2})});
  const std::string row = graph.file.node("Unsqueeze", {r, graph.file.integers({-3})});
  const std::string sum = graph.file.node("Add", {column, row});
  return graph.file.node("MatMul", {graph.file.node("Tanh", {sum}), u});
}

}  // namespace detail

template <>
struct onnx_form<dot_score_t> {
  template <class Graph, class Q, class K>
  ATTN_ABI static auto write(Graph& graph, dot_score_t, const onnx_value<Q>& q,
                             const onnx_value<K>& k)
      -> detail::onnx_result<dot_score_t, onnx_value<Q>, onnx_value<K>> {
    return {detail::onnx_dots(graph, q.name, k)};
  }
};
template <>
struct onnx_form<scaled_dot_score_t> {
  template <class Graph, class Q, class K>
  ATTN_ABI static auto write(Graph& graph, scaled_dot_score_t, const onnx_value<Q>& q,
                             const onnx_value<K>& k)
      -> detail::onnx_result<scaled_dot_score_t, onnx_value<Q>, onnx_value<K>> {
    using T = typename Q::value_type;
    const std::string dots = detail::onnx_dots(graph, q.name, k);
    const T scale = default_scale<T>(last_axis<typename Q::shape_type>::size);
    return {graph.file.node("Mul", {dots, graph.file.number(scale)})};
  }
};

template <class T, class Query, class Key>
struct onnx_form<nn::general_score<T, Query, Key>> {
  using layer_type = nn::general_score<T, Query, Key>;
  template <class Graph, class Q, class K>
  ATTN_ABI static auto write(Graph& graph, const layer_type& score, const onnx_value<Q>& q,
                             const onnx_value<K>& k)
      -> detail::onnx_result<layer_type, onnx_value<Q>, onnx_value<K>> {
    const std::string p = detail::onnx_product<input_by_output>(graph, q.name, score.weight);
    return {detail::onnx_dots(graph, p, k)};
  }
};
template <class T, class Query, class Key, class Hidden>
struct onnx_form<nn::additive_score<T, Query, Key, Hidden>> {
  using layer_type = nn::additive_score<T, Query, Key, Hidden>;
  template <class Graph, class Q, class K>
  ATTN_ABI static auto write(Graph& graph, const layer_type& score, const onnx_value<Q>& q,
                             const onnx_value<K>& k)
      -> detail::onnx_result<layer_type, onnx_value<Q>, onnx_value<K>> {
    const std::string p = detail::onnx_product<output_by_input>(graph, q.name, score.v);
    const std::string r = detail::onnx_product<output_by_input>(graph, k.name, score.w);
    return {detail::onnx_scores_of_sums(graph, p, r, graph.parameter(score.u))};
  }
};
template <class T, class Query, class Key, class Hidden>
struct onnx_form<nn::concat_score<T, Query, Key, Hidden>> {
  using layer_type = nn::concat_score<T, Query, Key, Hidden>;
  template <class Graph, class Q, class K>
  ATTN_ABI static auto write(Graph& graph, const layer_type& score, const onnx_value<Q>& q,
                             const onnx_value<K>& k)
      -> detail::onnx_result<layer_type, onnx_value<Q>, onnx_value<K>> {
    const std::string w = detail::onnx_transposed<2>(graph, graph.parameter(score.w));
    const std::string p =
        graph.file.node("MatMul", {q.name, detail::onnx_slice(graph, w, 0, 0, Query::size)});
    const std::string r = graph.file.node(
        "MatMul", {k.name, detail::onnx_slice(graph, w, 0, Query::size, Query::size + Key::size)});
    return {detail::onnx_scores_of_sums(graph, p, r, graph.parameter(score.u))};
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
