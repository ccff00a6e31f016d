// SPDX-License-Identifier: BSL-1.0
// Values of a graph of ONNX, and the calls that record its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <attn/attention/lengths.hpp>
#include <attn/attention/mask.hpp>
#include <attn/attention/options.hpp>
#include <attn/attention/scores.hpp>
#include <attn/attention/weights.hpp>
#include <attn/axes/axis.hpp>
#include <attn/io/detail/onnx_file.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/models/attend.hpp>
#include <attn/models/block.hpp>
#include <attn/ops/packed.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Values of an ONNX graph: a name in the file, and in C++ the type of the tensor that it will be.
// What is written in their place, to ask the library for the type of a result.

template <class X>
struct onnx_value {
  using tensor_type = X;
  std::string name;
};

// In place of the value of a layer without a form, and so of all that is computed from it, up to
// the output, which reports it. X is what the value would be.
template <class Layer, class X>
struct onnx_missing {
  using layer_type = Layer;
  using tensor_type = X;
};
// How a layer is written: write(graph, layer, x…) -> onnx_value. Without a specialisation, as its
// member does: layer.onnx(graph, x…).
template <class Layer>
struct onnx_form {
  template <class Graph, class... Arguments>
    requires requires(Graph& graph, const Layer& layer, const Arguments&... arguments) {
      layer.onnx(graph, arguments...);
    }
  ATTN_ABI static auto write(Graph& graph, const Layer& layer, const Arguments&... arguments) {
    return layer.onnx(graph, arguments...);
  }
};

namespace rules {
struct no_form {};
// Something says what the layer is in ONNX, with such arguments.
template <class Model, class Form>
struct has_onnx_form {
  static constexpr bool value = true;
};
template <class Model>
struct has_onnx_form<Model, no_form> {
  static constexpr bool value = false;
};
}  // namespace rules

// Masks whose entries are values: inputs of the graph.
template <class M>
struct onnx_key_padding {
  using kind = mask_kind;
  onnx_value<M> entries;
};
template <class A, class B>
struct onnx_both {
  using kind = mask_kind;
  A a;
  B b;
};

template <class Lengths>
struct onnx_valid_keys {
  using kind = mask_kind;
  onnx_value<Lengths> lengths;
};

// with_sinks, of the sinks of a layer, whose name they have.
template <class T, class Head>
struct onnx_sinks {
  using kind = normaliser_kind;
  static constexpr bool has_sink = true;
  const tensor<T, Head>& logits;
};

// scored_by of a score of the model itself: graph.scored_by(model.score).
template <class F>
struct onnx_scored_by {
  using kind = score_kind;
  const F& score;
};

template <class E, class... Axes>
ATTN_ABI auto key_padding(const onnx_value<tensor<E, Axes...>>& m) {
  using call = rules::single_rule_call<rules::is_mask_entry<rules::element<E>>>;
  ATTN_REQUIRE(call, rule,
               "attn::key_padding(m): m must be a mask: an onnx_value of a keep_mask or an "
               "ignore_mask");
  return onnx_key_padding<tensor<E, Axes...>>{m};
}

template <class N, class... Axes>
ATTN_ABI auto valid_keys(const onnx_value<tensor<N, Axes...>>& lengths) {
  using checked = decltype(valid_keys(std::declval<const tensor<N, Axes...>&>()));
  if constexpr (std::is_same_v<checked, valid_keys_each_t<N, Axes...>>)
    return onnx_valid_keys<tensor<N, Axes...>>{lengths};
  else
    return valid_keys(1);  // the call has reported why
}

namespace detail {

// The tensor that a value stands for, in any argument of a call.
template <class Argument>
struct onnx_stand_in {
  using type = Argument;
};
template <class X>
struct onnx_stand_in<onnx_value<X>> {
  using type = X;
};
template <class E, class... Axes>
struct onnx_stand_in<onnx_key_padding<tensor<E, Axes...>>> {
  using type = entries_t<1, E, Axes...>;
};
template <class N, class... Axes>
struct onnx_stand_in<onnx_valid_keys<tensor<N, Axes...>>> {
  using type = valid_keys_each_t<N, Axes...>;
};
template <class T, class Head>
struct onnx_stand_in<onnx_sinks<T, Head>> {
  using type = with_sinks_t<T, Head>;
};
template <class A, class B>
struct onnx_stand_in<onnx_both<A, B>> {
  using type =
      both_t<mask_of<typename onnx_stand_in<A>::type>, mask_of<typename onnx_stand_in<B>::type>>;
};
template <class Layer, class X>
struct onnx_stand_in<onnx_missing<Layer, X>> {
  using type = X;
};
template <class F>
struct onnx_stand_in<onnx_scored_by<F>> {
  using type = scored_by_t<F>;
};
template <class X>
struct onnx_stand_in<fixed_context_t<onnx_value<X>>> {
  using type = fixed_context_t<X>;
};
template <class Place, class... Options>
struct onnx_stand_in<placed_options<Place, Options...>> {
  using type = placed_options<Place, typename onnx_stand_in<Options>::type...>;
};
template <class Argument>
using stand_in = typename onnx_stand_in<Argument>::type;

// What F returns for tensors in the place of the values.
template <class F, class... Arguments>
using onnx_result = onnx_value<std::remove_cvref_t<decltype(std::declval<const F&>()(
    std::declval<const stand_in<Arguments>&>()...))>>;

template <class Layer, class Graph, class... Arguments>
concept onnx_writable = requires(Graph& graph, const Layer& layer, const Arguments&... arguments) {
  onnx_form<Layer>::write(graph, layer, arguments...);
};

template <class Argument>
inline constexpr bool is_missing = false;
template <class Layer, class X>
inline constexpr bool is_missing<onnx_missing<Layer, X>> = true;

template <class First, class... Rest>
ATTN_ABI auto first_missing(const First& first, const Rest&... rest) {
  if constexpr (is_missing<First>)
    return first;
  else
    return first_missing(rest...);
}

// No parameter of a model has an axis that is open.
template <class Graph, class T, class... Axes>
consteval bool has_fixed_axes(const tensor<T, Axes...>*) {
  return !(Graph::template is_open<Axes> || ...);
}
template <class Graph>
consteval bool has_fixed_axes(const void*) {  // a packed weight
  return true;
}
template <class Graph, class M>
consteval bool parameters_are_fixed() {
  if constexpr (rules::is_parameter<rules::model<M>>::value) {
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return all_true({has_fixed_axes<Graph>(static_cast<const leaf_type<M, Index>*>(nullptr))...});
    }(leaves_of<M>{});
  } else {
    return true;
  }
}

// A weight is a tensor in one of the two layouts, or rows of small numbers, not packed.
template <class Layout>
inline constexpr bool is_onnx_layout =
    std::is_same_v<Layout, output_by_input> || std::is_same_v<Layout, input_by_output>;
template <class Format, class Scales>
inline constexpr bool is_onnx_layout<quantized_weights<Format, Scales>> = true;
template <class Layout>
concept onnx_layout = is_onnx_layout<Layout>;

// Which small numbers opset 17 has: of 16 bits, and int8 with groups that are all of one size. A
// product of integers has scales of outputs or of the matrix.
template <class Weight>
inline constexpr bool is_onnx_weight = true;
template <class Format, class Scales, class Out, class In>
inline constexpr bool is_onnx_weight<quantized_weight<Format, Scales, Out, In>> =
    has_integer_products<Format>;
template <class Scales, class Out, class In>
inline constexpr bool is_onnx_weight<quantized_weight<int8, Scales, Out, In>> =
    Out::size * In::size % quantized_weight<int8, Scales, Out, In>::group == 0;
template <class Layer>
inline constexpr bool has_weight_without_form = false;
template <class Layer>
  requires requires { typename Layer::weight_type; }
inline constexpr bool has_weight_without_form<Layer> = !is_onnx_weight<typename Layer::weight_type>;

template <class Layout>
inline constexpr bool is_packed_layout = std::is_same_v<Layout, packed_weights>;
template <class Format, class Scales>
inline constexpr bool is_packed_layout<quantized_weights<Format, Scales, packed_weights>> = true;
template <class Layer>
inline constexpr bool is_packed_layer = false;
template <class T, class In, class Out, class Layout, class Bias>
inline constexpr bool is_packed_layer<nn::linear<T, In, Out, Layout, Bias>> =
    is_packed_layout<Layout>;

// What a layer without a form would return.
template <class Layer, class First, class... Rest>
struct missing_of {
  using type = onnx_missing<Layer, stand_in<First>>;
};
template <class Layer, class First, class... Rest>
  requires std::is_invocable_v<const Layer&, const stand_in<First>&, const stand_in<Rest>&...>
struct missing_of<Layer, First, Rest...> {
  using type = onnx_missing<Layer, typename onnx_result<Layer, First, Rest...>::tensor_type>;
};

template <class Argument>
inline constexpr bool is_onnx_mask = false;
template <class E, class... Axes>
  requires requires { typename E::tensor_kind; }
inline constexpr bool is_onnx_mask<onnx_value<tensor<E, Axes...>>> = true;
template <class M>
inline constexpr bool is_onnx_mask<onnx_key_padding<M>> = true;
template <class Lengths>
inline constexpr bool is_onnx_mask<onnx_valid_keys<Lengths>> = true;
template <class A, class B>
inline constexpr bool is_onnx_mask<onnx_both<A, B>> = true;

template <class E, class... Axes>
  requires requires { typename E::tensor_kind; }
struct kind_of<onnx_value<tensor<E, Axes...>>> {
  using type = typename E::tensor_kind;
};

// The name, the element type and the axes of a value (ValueInfoProto).
template <class Graph, class... Axes>
ATTN_ABI constexpr protobuf_message onnx_axes(shape<Axes...>) {
  protobuf_message axes;
  [[maybe_unused]] const auto add = [&axes]<class Axis>(std::type_identity<Axis>) {
    protobuf_message axis;
    if constexpr (Graph::template is_open<Axis>)
      axis.add(2, std::string_view(Axis::name.text));
    else
      axis.add(1, Axis::size);
    if constexpr (Axis::named) axis.add(3, std::string_view(Axis::name.text));
    axes.add(1, axis);
  };
  (add(std::type_identity<Axes>{}), ...);
  return axes;
}
template <class X, class Graph>
ATTN_ABI constexpr protobuf_message onnx_description(std::string_view name) {
  static_assert(onnx_type<typename X::value_type> != 0,
                "attn::onnx_graph: ONNX has no such element type");
  protobuf_message value, type, tensor;
  tensor.add(1, onnx_type<typename X::value_type>);
  tensor.add(2, onnx_axes<Graph>(typename X::shape_type{}));
  type.add(1, tensor);
  value.add(1, name);
  value.add(2, type);
  return value;
}

// The indices [from, to) of x along an axis.
template <class Graph>
ATTN_ABI std::string onnx_slice(Graph& graph, const std::string& x, int axis, std::size_t from,
                                std::size_t to) {
  const std::string start = graph.file.integers({static_cast<std::int64_t>(from)});
  const std::string end = graph.file.integers({static_cast<std::int64_t>(to)});
  return graph.file.node("Slice", {x, start, end, graph.file.integers({axis})});
}

}  // namespace detail

// Both allow it. One of them is a value.
template <class A, class B>
  requires((detail::is_onnx_mask<A> && (detail::is_onnx_mask<B> || mask_like<B>)) ||
           (mask_like<A> && detail::is_onnx_mask<B>))
ATTN_ABI auto operator&(const A& a, const B& b) {
  return onnx_both<A, B>{a, b};
}

// to_onnx's options: the options of the graph and of the call.
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

template <class... X, class Graph, class Model, std::size_t... Index, class... Options>
ATTN_ABI auto called_with_inputs(Graph& graph, const Model& model, std::index_sequence<Index...>,
                                 const Options&... options) {
  const std::string names[] = {sizeof...(X) == 1 ? "input" : "input_" + std::to_string(Index)...};
  (graph.template input<X>(names[Index]), ...);
  if constexpr ((is_graph_option<Options> || ...))
    return called<sizeof...(X) + sizeof...(Options)>(graph, model, onnx_value<X>{names[Index]}...,
                                                     options...);
  else
    return graph(model, onnx_value<X>{names[Index]}..., options...);
}

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
