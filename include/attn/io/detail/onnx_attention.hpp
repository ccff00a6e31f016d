// SPDX-License-Identifier: BSL-1.0
// Attention as operators of ONNX: scores, masks, rotary positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/attention/additive_score.hpp>
#include <attn/attention/bias.hpp>
#include <attn/attention/grouped_query.hpp>
#include <attn/attention/heads.hpp>
#include <attn/attention/masked_softmax.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/scale.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/weights.hpp>
#include <attn/detail/infinity.hpp>
#include <attn/io/detail/onnx_layers.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/layers/position.hpp>
#include <attn/layers/rotary.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The ONNX forms of scores: dot products, Luong's, Bahdanau's.
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

namespace detail {

// The ONNX form of rotary positions: x * cosine + (the other feature of each pair) * sine, where
// the sine of a first feature is negative.
//
// Cosines and sines are constants with the bits of the library, where the positions are known. Of
// positions that are a value, or of any number of tokens, they are computed in double: the cosine
// as 1 - 2 sin(a/2)^2, because ONNX Runtime has the sine of double only.

struct onnx_turns {
  std::string cosine, sine;  // (token, N); of positions for each text (text…, 1…, token, N)
};

// position(t), a number, of a known number of tokens, whose axes are `sizes`.
template <class Layout, std::size_t N, class T, std::size_t Tokens, class Graph, class Waves,
          class F>
ATTN_ABI onnx_turns turns_of_known(Graph& graph, const Waves& waves, std::vector<std::size_t> sizes,
                                   const F& position) {
  const auto lengths = waves();
  using table = tensor<T, dim<Tokens>, dim<N>>;
  const std::unique_ptr<table> cosine(new table), sine(new table);
  for (std::size_t t = 0; t < Tokens; ++t) {
    const auto at = turns_at<T>(position(t), lengths);
    for (std::size_t i = 0; i < N / 2; ++i) {
      const std::size_t first = t * N + Layout::first(i, N), second = t * N + Layout::second(i, N);
      cosine->data()[first] = cosine->data()[second] = at.cosine.data()[i];
      sine->data()[first] = -at.sine.data()[i];
      sine->data()[second] = at.sine.data()[i];
    }
  }
  sizes.push_back(N);
  const std::string first = graph.file.constant(sizes, cosine->data());
  return {first, graph.file.constant(sizes, sine->data())};
}

// Positions that are a value, of integers. `behind` are the axes that they get: the axis of the
// features is the last.
template <class Layout, std::size_t N, class T, class Graph, class Waves>
ATTN_ABI onnx_turns turns_of_value(Graph& graph, const Waves& waves, const std::string& positions,
                                   const std::vector<std::int64_t>& behind = {1}) {
  const auto lengths = waves();
  constexpr bool of_table = std::is_same_v<decltype(lengths), const rotary_table<N / 2>>;
  tensor<double, dim<N / 2>> numbers;
  double magnitude = 1;
  if constexpr (of_table) {
    numbers = lengths.frequencies;
    magnitude = lengths.magnitude;
  } else {
    numbers = lengths;
  }
  tensor<double, dim<N>> length, sign;
  for (std::size_t i = 0; i < N / 2; ++i) {
    const std::size_t first = Layout::first(i, N), second = Layout::second(i, N);
    length.data()[first] = length.data()[second] = numbers.data()[i];
    sign.data()[second] = magnitude;
    sign.data()[first] = -sign.data()[second];
  }
  // One after the other: the file must not depend on the order in which a compiler evaluates.
  auto& file = graph.file;
  const auto number = [&file](double value) { return file.number(value); };
  const auto node = [&file](const char* operation, const std::string& a, const std::string& b) {
    return file.node(operation, {a, b});
  };
  const std::string column =
      node("Unsqueeze", file.node("Cast", {positions}, {{"to", onnx_type<double>}}),
           file.integers(behind));
  const std::string angle =
      node(of_table ? "Mul" : "Div", column, file.constant({N}, length.data()));
  const std::string sine = node("Mul", file.node("Sin", {angle}), file.constant({N}, sign.data()));
  const std::string half = file.node("Sin", {node("Mul", angle, number(0.5))});
  const std::string square = node("Mul", half, half);
  const std::string twice = node("Add", square, square);
  std::string cosine = node("Sub", number(1), twice);
  if (magnitude != 1)
    cosine = node("Mul", cosine, number(magnitude));  // the sine has it in its signs
  if constexpr (std::is_same_v<T, double>) {
    return {cosine, sine};
  } else {
    const std::string rounded = file.node("Cast", {cosine}, {{"to", onnx_type<T>}});
    return {rounded, file.node("Cast", {sine}, {{"to", onnx_type<T>}})};
  }
}

// Token t is at first + t.
template <class Layout, std::size_t N, class X, class Graph, class Waves>
ATTN_ABI onnx_turns turns_after(Graph& graph, const onnx_value<X>& x, const Waves& waves,
                                std::integral auto first) {
  using tokens = second_to_last_axis<typename X::shape_type>;
  using T = typename X::value_type;
  if constexpr (!Graph::template is_open<tokens>) {
    return turns_of_known<Layout, N, T, tokens::size>(
        graph, waves, {tokens::size}, [first](std::size_t t) { return position_after(first, t); });
  } else {
    auto& file = graph.file;
    const std::string count = file.node("Squeeze", {graph.template length<-2>(x)});
    const std::string zero = file.number(std::int64_t{0});
    std::string positions = file.node("Range", {zero, count, file.number(std::int64_t{1})});
    if (first != 0)
      positions = file.node("Add", {positions, file.number(static_cast<std::int64_t>(first))});
    return turns_of_value<Layout, N, T>(graph, waves, positions);
  }
}
// At the positions of a tensor, or of a value; with axes of texts, ones are between these and the
// tokens.
template <class Layout, std::size_t N, class X, class Graph, class Waves, class P, class... At>
ATTN_ABI onnx_turns turns_at_positions(Graph& graph, const onnx_value<X>&, const Waves& waves,
                                       const tensor<P, At...>& positions) {
  static_assert(!(Graph::template is_open<At> || ...),
                "attn::onnx_graph: the positions have an axis that is left open; make them an "
                "input of the graph");
  std::vector<std::size_t> sizes{At::size...};
  if constexpr (sizeof...(At) > 1)
    sizes.insert(sizes.end() - 1, X::rank - 1 - sizeof...(At), std::size_t{1});
  return turns_of_known<Layout, N, typename X::value_type, tensor<P, At...>::volume>(
      graph, waves, sizes, [&](std::size_t t) { return static_cast<double>(positions.data()[t]); });
}
template <class Layout, std::size_t N, class X, class Graph, class Waves, class P>
ATTN_ABI onnx_turns turns_at_positions(Graph& graph, const onnx_value<X>&, const Waves& waves,
                                       const onnx_value<P>& positions) {
  std::vector<std::int64_t> behind{1};
  if constexpr (P::rank > 1) {
    behind = {static_cast<std::int64_t>(X::rank - 1)};
    for (std::size_t i = P::rank - 1; i + 2 < X::rank; ++i)
      behind.insert(behind.end() - 1, static_cast<std::int64_t>(i));
  }
  return turns_of_value<Layout, N, typename X::value_type>(graph, waves, positions.name, behind);
}

// x with its first N features rotated.
template <class Layout, std::size_t N, class Graph, class X>
ATTN_ABI onnx_value<X> onnx_rotated(Graph& graph, const onnx_value<X>& x, const onnx_turns& at) {
  constexpr std::size_t width = last_axis<typename X::shape_type>::size;
  const std::string turned = N == width ? x.name : onnx_slice(graph, x.name, -1, 0, N);
  std::vector<std::int64_t> others(N);
  for (std::size_t i = 0; i < N / 2; ++i) {
    others[Layout::first(i, N)] = static_cast<std::int64_t>(Layout::second(i, N));
    others[Layout::second(i, N)] = static_cast<std::int64_t>(Layout::first(i, N));
  }
  const std::string other =
      graph.file.node("Gather", {turned, graph.file.integers(others)}, {{"axis", -1}});
  const std::string along = graph.file.node("Mul", {turned, at.cosine});
  const std::string across = graph.file.node("Mul", {other, at.sine});
  const std::string y = graph.file.node("Add", {along, across});
  if constexpr (N == width)
    return {y};
  else
    return {
        graph.file.node("Concat", {y, onnx_slice(graph, x.name, -1, N, width)}, {{"axis", -1}})};
}

}  // namespace detail

// The ONNX forms of attention: of heads that are given, and of a layer with projections.
namespace detail {

template <class T, class Widths, class Head, class Layout, class Bias>
inline constexpr bool is_packed_layer<nn::multi_head<T, Widths, Head, Layout, Bias>> =
    is_packed_layout<Layout>;
template <class T, class Width, class Head, class Layout, class Bias>
inline constexpr bool is_packed_layer<nn::multi_head_with_sinks<T, Width, Head, Layout, Bias>> =
    is_packed_layout<Layout>;

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
  template <class Scale>
  ATTN_ABI void scale(const Scale& by) {
    if constexpr (scales_scores<Scale>) apply("Mul", graph.file.number(scale_factor<T>(width, by)));
  }
  ATTN_ABI void cap(no_cap) {}
  template <class S>
  ATTN_ABI void cap(const soft_capped_by_t<S>& by) {
    const std::string bound = graph.file.number(T(by.cap));
    apply("Div", bound);
    name = graph.file.node("Tanh", {name});
    apply("Mul", bound);
  }
  // Entries with leading axes of the scores, whose last Tail axes are theirs.
  template <std::size_t Tail, class... E>
  ATTN_ABI std::string entries(const tensor<T, E...>& x) {
    constexpr auto at = rules::places_of_axes<Tail, rules::axes_of_mask<E...>,
                                              rules::role_of<rules::axes_of_scores, Scores>>;
    std::vector<std::int64_t> sizes(Scores::rank, 1);
    for (std::size_t i = 0; i < sizeof...(E); ++i)
      sizes[at.of[i]] = static_cast<std::int64_t>(Scores::extents[at.of[i]]);
    const std::string found = graph.parameter(x);
    return graph.file.node("Reshape", {found, graph.file.integers(sizes)});
  }
  ATTN_ABI void bias(no_bias) {}
  template <class... B>
  ATTN_ABI void bias(const biased_by_t<T, B...>& by) {
    static_assert(!(Graph::template is_open<B> || ...),
                  "attn::onnx_graph: the bias has an axis that is left open");
    apply("Add", entries<2>(by.bias));
  }
  ATTN_ABI void normalise(hardmax_t) { name = graph.file.node("Hardmax", {name}, {{"axis", -1}}); }
  // The softmax of the scores, after the logits of sinks, which are left out then.
  ATTN_ABI void normalise(softmax_of_scores) {
    name = graph.file.node("Softmax", {name}, {{"axis", -1}});
  }
  template <class Sinks>
  ATTN_ABI void normalise(const Sinks& by) {
    std::string sinks;
    if constexpr (std::is_same_v<Sinks, softmax_plus_one_t>)
      sinks = graph.file.number(T(0));
    else
      sinks = entries<0>(by.logits);
    const std::string column = graph.file.node(
        "Where", {graph.file.number(false), onnx_slice(graph, name, -1, 0, 1), sinks});
    name = graph.file.node("Concat", {column, name}, {{"axis", -1}});
    normalise(softmax_of_scores{});
    name = onnx_slice(graph, name, -1, 1, INT64_MAX);
  }
  // The same of the keys that are kept. A query without keys gets zeros.
  template <class Policy, class By>
  ATTN_ABI void softmax(no_mask, Policy, const By& by) {
    normalise(by);
  }
  template <class Mask, class Policy, class By>
  ATTN_ABI void softmax(const Mask& mask, Policy, const By& by) {
    const std::string kept = onnx_masks<Scores, Graph>{graph, name}.of(as_mask(mask));
    name = graph.file.node("Where", {kept, name, graph.file.number(lowest_infinity_of<T>())});
    normalise(by);
    if constexpr (!By::has_sink && !std::is_same_v<Policy, fully_masked_t<nan_rows>>)
      name = graph.file.node("Where", {kept, name, graph.file.number(T(0))});
  }
};

// The weights that the options make of scores. A score of the user's has no scale of its own.
template <class Scores, class T, class Graph, class... Options>
ATTN_ABI std::string onnx_weights(Graph& graph, const std::string& scores, std::size_t width,
                                  const Options&... options) {
  onnx_scores<T, Scores, Graph> x{graph, width, scores};
  x.scale(option<scale_kind, default_scale_option<Options...>>(options...));
  x.cap(option<soft_cap_kind, no_cap>(options...));
  x.bias(option<bias_kind, no_bias>(options...));
  x.softmax(option<mask_kind, no_mask>(options...),
            option<fully_masked_kind, fully_masked_t<zero_rows>>(options...),
            option<normaliser_kind, softmax_of_scores>(options...));
  return x.name;
}

// The queries as a score sees them: with the scale, if it is theirs.
template <class T, class Graph, class... Options>
ATTN_ABI std::string onnx_queries(Graph& graph, const std::string& q, std::size_t width,
                                  const Options&... options) {
  if constexpr (scales_queries<scale_option<Options...>>) {
    const auto& scale = option<scale_kind, unscaled_t>(options...);
    return graph.file.node("Mul", {q, graph.file.number(scale_factor<T>(width, scale))});
  } else {
    return q;
  }
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
  constexpr std::size_t width = last_axis<typename Q::shape_type>::size;
  const onnx_value<Q> queries{
      onnx_queries<typename Q::value_type>(graph, q.name, width, options...)};
  const auto scores = graph(score_of(options...), queries, onnx_keys<Q, K>{k.name});
  if constexpr (is_missing<std::remove_const_t<decltype(scores)>>) {
    return scores;
  } else {
    using result = std::remove_cvref_t<decltype(attn::attention_weights(
        std::declval<const Q&>(), std::declval<const K&>(),
        std::declval<const stand_in<Options>&>()...))>;
    using shape = typename result::shape_type;
    return onnx_value<result>{
        onnx_weights<shape, typename result::value_type>(graph, scores.name, width, options...)};
  }
}
}  // namespace detail

template <class T, class Widths, class Head, detail::onnx_layout Layout, class Bias>
struct onnx_form<nn::multi_head<T, Widths, Head, Layout, Bias>> {
  using layer_type = nn::multi_head<T, Widths, Head, Layout, Bias>;

  template <class Graph, class Layer, class Q, class K, class V, class... Options>
    requires detail::sequence_tensor<K> && detail::sequence_tensor<V>
  ATTN_ABI static auto write(Graph& graph, const Layer& layer, const onnx_value<Q>& query,
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
        using shape = typename decltype(std::declval<const layer_type&>().weights(
            std::declval<const Q&>(), std::declval<const K&>()))::shape_type;
        const std::string queries = onnx_queries<T>(graph, q, width, options...);
        return onnx_value<tensor_of<T, shape>>{onnx_weights<shape, T>(
            graph, graph.file.node("MatMul", {queries, k}), width, options...)};
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
  template <class Graph, class Layer, class X, class... Options>
  ATTN_ABI static auto write(Graph& graph, const Layer& layer, const onnx_value<X>& x,
                             const Options&... options) {
    return write(graph, layer, x, x, x, options...);
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
