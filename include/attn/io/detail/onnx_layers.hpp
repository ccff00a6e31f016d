// SPDX-License-Identifier: BSL-1.0
// The ONNX forms of layers: linear, activations, norms, embedding, positions, feed-forward.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <attn/io/detail/onnx_value.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/embedding.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/ops/packed.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// A weight is a tensor in one of the two layouts, not packed.
template <class Layout>
concept onnx_layout =
    std::is_same_v<Layout, output_by_input> || std::is_same_v<Layout, input_by_output>;

template <class Layer>
inline constexpr bool is_packed_layer = false;
template <class T, class In, class Out, class Bias>
inline constexpr bool is_packed_layer<nn::linear<T, In, Out, packed_weights, Bias>> = true;

// x W, where W is stored in either layout.
template <class Layout, class Graph, class Weight>
ATTN_ABI std::string onnx_product(Graph& graph, const std::string& x, const Weight& weight) {
  const std::string w = graph.parameter(weight);
  if constexpr (Layout::input_axis == 1)
    return graph.file.node("MatMul", {x, graph.file.node("Transpose", {w}, {{"perm", {1, 0}}})});
  else
    return graph.file.node("MatMul", {x, w});
}

// The operations of one element, by the names of values: x of elements T.
template <class T, class Graph>
struct onnx_elements {
  Graph& graph;

  // In braces, because these are evaluated in their order: the file must not depend on a compiler.
  ATTN_ABI std::string node(std::string_view operation,
                            std::initializer_list<std::string> from) const {
    return graph.file.node(operation, from);
  }
  ATTN_ABI std::string node(std::string_view operation, const std::string& a, double b) const {
    return node(operation, {a, graph.file.number(static_cast<T>(b))});
  }

  ATTN_ABI std::string of(act::identity, const std::string& x) const { return x; }
  ATTN_ABI std::string of(act::relu, const std::string& x) const { return node("Relu", {x}); }
  ATTN_ABI std::string of(act::sigmoid, const std::string& x) const { return node("Sigmoid", {x}); }
  ATTN_ABI std::string of(act::tanh, const std::string& x) const { return node("Tanh", {x}); }
  ATTN_ABI std::string of(act::softplus, const std::string& x) const {
    return node("Softplus", {x});
  }
  ATTN_ABI std::string of(act::silu, const std::string& x) const {
    return node("Mul", {x, node("Sigmoid", {x})});
  }
  ATTN_ABI std::string of(act::gelu_exact, const std::string& x) const {
    const std::string erf = node("Erf", {node("Mul", x, 0.70710678118654752440)});
    return node("Mul", {node("Mul", x, 0.5), node("Add", erf, 1)});
  }
  ATTN_ABI std::string of(act::gelu_tanh, const std::string& x) const {
    const std::string cube = node("Mul", {node("Mul", {x, x}), x});
    const std::string u = node("Add", {x, node("Mul", cube, 0.044715)});
    return node("Mul", {x, node("Sigmoid", {node("Mul", u, 1.5957691216057307118)})});
  }

  // x / sqrt(mean of x^2 + eps), along the last axis.
  ATTN_ABI std::string normalized(const std::string& x, double eps) const {
    const std::string mean = of_rows("ReduceMean", node("Mul", {x, x}));
    return node("Div", {x, node("Sqrt", {node("Add", mean, eps)})});
  }
  ATTN_ABI std::string of_rows(std::string_view operation, const std::string& x) const {
    return graph.file.node(operation, {x}, {{"axes", {-1}}});
  }
};

template <class X, class Graph>
ATTN_ABI auto elements_in(Graph& graph, const onnx_value<X>&) {
  return onnx_elements<typename X::value_type, Graph>{graph};
}

// LayerNormalization has an epsilon in float: of double elements the norm is composed.
template <class Layer, class Graph, class X>
ATTN_ABI std::string onnx_layer_norm(Graph& graph, const Layer& layer, const onnx_value<X>& x,
                                     double eps) {
  using T = typename X::value_type;
  const std::string gain = graph.parameter(layer.weight);
  if constexpr (std::is_same_v<T, float>) {
    std::vector<std::string> from{x.name, gain};
    if constexpr (requires { layer.bias; }) from.push_back(graph.parameter(layer.bias));
    return graph.file.node("LayerNormalization", from,
                           {{"axis", -1}, {"epsilon", static_cast<float>(eps)}});
  } else {
    const auto in = elements_in(graph, x);
    const std::string centered = in.node("Sub", {x.name, in.of_rows("ReduceMean", x.name)});
    const std::string y = in.node("Mul", {in.normalized(centered, eps), gain});
    if constexpr (requires { layer.bias; })
      return in.node("Add", {y, graph.parameter(layer.bias)});
    else
      return y;
  }
}

// The first rows of a table, as many as x has tokens.
template <class Graph, class Table, class X>
ATTN_ABI std::string rows_for_tokens(Graph& graph, const Table& table, const onnx_value<X>& x) {
  using tokens = second_to_last_axis<typename X::shape_type>;
  const std::string all = graph.parameter(table);
  if constexpr (!Graph::template is_open<tokens> &&
                tokens::size == axis_at<typename Table::shape_type, 0>::size)
    return all;
  else
    return graph.file.node("Slice", {all, graph.file.integers({0}), graph.template length<-2>(x),
                                     graph.file.integers({0})});
}

// An activation as a layer.
template <class Activation>
concept onnx_activation = std::is_same_v<Activation, act::identity> || activates_lanes<Activation>;

}  // namespace detail

template <detail::onnx_activation Activation>
struct onnx_form<Activation> {
  template <class Graph, class X>
  ATTN_ABI static onnx_value<X> write(Graph& graph, Activation activation, const onnx_value<X>& x) {
    return {detail::elements_in(graph, x).of(activation, x.name)};
  }
};
template <>
struct onnx_form<nn::identity> {
  template <class Graph, class X>
  ATTN_ABI static onnx_value<X> write(Graph&, nn::identity, const onnx_value<X>& x) {
    return x;
  }
};

template <class T, class In, class Out, detail::onnx_layout Layout, class Bias>
struct onnx_form<nn::linear<T, In, Out, Layout, Bias>> {
  using layer_type = nn::linear<T, In, Out, Layout, Bias>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    const std::string y = detail::onnx_product<Layout>(graph, x.name, layer.weight);
    if constexpr (Bias::has_bias)
      return {graph.file.node("Add", {y, graph.parameter(layer.bias)})};
    else
      return {y};
  }
};

template <class T, class Width, double Eps, class Bias>
struct onnx_form<nn::layer_norm<T, Width, Eps, Bias>> {
  using layer_type = nn::layer_norm<T, Width, Eps, Bias>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    return {detail::onnx_layer_norm(graph, layer, x, Eps)};
  }
};
template <class T, class Width, double Eps>
struct onnx_form<nn::rms_norm<T, Width, Eps>> {
  using layer_type = nn::rms_norm<T, Width, Eps>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    const auto in = detail::elements_in(graph, x);
    return {in.node("Mul", {in.normalized(x.name, Eps), graph.parameter(layer.weight)})};
  }
};

template <class T, class Words, class Width>
struct onnx_form<nn::embedding<T, Words, Width>> {
  using layer_type = nn::embedding<T, Words, Width>;
  template <class Graph, class Ids>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<Ids>& ids)
      -> detail::onnx_result<layer_type, onnx_value<Ids>> {
    return {graph.file.node("Gather", {graph.parameter(layer.weight), ids.name})};
  }
};

template <class T, class Position, class Width>
struct onnx_form<nn::learned_positions<T, Position, Width>> {
  using layer_type = nn::learned_positions<T, Position, Width>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    return {graph.file.node("Add", {x.name, detail::rows_for_tokens(graph, layer.weight, x)})};
  }
};
template <class T, class Position, class Width, class Layout>
struct onnx_form<nn::sinusoidal_positions<T, Position, Width, Layout>> {
  using layer_type = nn::sinusoidal_positions<T, Position, Width, Layout>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type&, const onnx_value<X>& x)
      -> detail::onnx_result<layer_type, onnx_value<X>> {
    using tokens = second_to_last_axis<typename X::shape_type>;
    // Where the length is known, only the rows that are added.
    constexpr std::size_t rows = Graph::template is_open<tokens> ? Position::size : tokens::size;
    using table_type = tensor<T, dim<rows>, dim<Width::size>>;
    const std::unique_ptr<const table_type> table(
        new table_type(attn::sinusoidal_positions<dim<rows>, dim<Width::size>, T, Layout>()));
    return {graph.file.node("Add", {x.name, detail::rows_for_tokens(graph, *table, x)})};
  }
};

template <class T, class Model, class Ff, class Layout, class Activation, class Bias>
struct onnx_form<nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>> {
  using layer_type = nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x) {
    return graph(layer.linear2, graph(Activation{}, graph(layer.linear1, x)));
  }
};
template <class T, class Model, class Ff, class Layout, class Activation>
struct onnx_form<nn::gated_feed_forward<T, Model, Ff, Layout, Activation>> {
  using layer_type = nn::gated_feed_forward<T, Model, Ff, Layout, Activation>;
  template <class Graph, class X>
  ATTN_ABI static auto write(Graph& graph, const layer_type& layer, const onnx_value<X>& x) {
    const auto gate = graph(Activation{}, graph(layer.w1, x));
    return graph(layer.w2, graph.multiply(gate, graph(layer.w3, x)));
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
