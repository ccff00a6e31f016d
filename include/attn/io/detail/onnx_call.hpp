// SPDX-License-Identifier: BSL-1.0
// to_onnx's options: those of the graph, and those of the call.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <attn/axes/label.hpp>
#include <attn/io/detail/onnx_value.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct external_weights;
template <label... Names>
struct open_axes_t;
template <label... Open>
class onnx_graph;

namespace detail {

template <class Option>
inline constexpr bool is_graph_option = std::is_same_v<Option, external_weights>;
template <label... Names>
inline constexpr bool is_graph_option<open_axes_t<Names...>> = true;

// The graph with the axes that the options leave open.
template <class... Options>
struct graph_of {
  using type = onnx_graph<>;
};
template <class First, class... Rest>
struct graph_of<First, Rest...> : graph_of<Rest...> {};
template <label... Names, class... Rest>
struct graph_of<open_axes_t<Names...>, Rest...> {
  using type = onnx_graph<Names...>;
};

// graph(model, arguments…) without the options of the graph: each argument goes to the end or away.
template <std::size_t Left, class Graph, class Model, class First, class... Rest>
ATTN_ABI auto called(Graph& graph, const Model& model, const First& first, const Rest&... rest) {
  if constexpr (Left == 0)
    return graph(model, first, rest...);
  else if constexpr (is_graph_option<First>)
    return called<Left - 1>(graph, model, rest...);
  else
    return called<Left - 1>(graph, model, rest..., first);
}

template <class... X, class Graph, class Model, std::size_t... I, class... Options>
ATTN_ABI auto called_with_inputs(Graph& graph, const Model& model, std::index_sequence<I...>,
                                 const Options&... options) {
  const std::string names[] = {sizeof...(X) == 1 ? "input" : "input_" + std::to_string(I)...};
  (graph.template input<X>(names[I]), ...);
  if constexpr ((is_graph_option<Options> || ...))
    return called<sizeof...(X) + sizeof...(Options)>(graph, model, onnx_value<X>{names[I]}...,
                                                     options...);
  else
    return graph(model, onnx_value<X>{names[I]}..., options...);
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
