// SPDX-License-Identifier: BSL-1.0
// ONNX: a model as a file that other engines run, written from the types of its layers.
//
//   to_onnx<X…>(model, options…)        the bytes of a file: the graph of model(x…, options…)
//
//   onnx_graph<> graph(model);          the same in steps
//   const auto x = graph.input<X>("x");         an onnx_value<X>: a tensor of that type, later
//   graph.output("y", graph(model, x));         the nodes of a layer
//   graph(model.linear2, graph(act::relu{}, graph(model.linear1, x)))    … of several
//   graph.add(x, y), graph.multiply(x, y)       element by element, as x + y and multiply(x, y)
//   graph.constant(tensor)                      a parameter of the model, or a constant
//   graph.unroll<"time">(cell, xs[, before])    the operators RNN, GRU and LSTM: {outputs, last}
//   graph.node<Y>("Sin", {attributes}, x…)      any node of ONNX, whose result is a Y
//   graph.bytes()                               the file
//
//   external_weights("m.safetensors")   option: parameters stay in that file, which is the one that
//                                       to_safetensors(model) writes, in the directory of the graph
//   open_axes<"batch", "token">         option, and onnx_graph<"batch", "token">: axes of any size
//   key_padding(m), a & b, m            masks whose entries are a value, an input of the graph
//
// A layer of yours has a member onnx(graph, x…) that returns a value, or a specialisation of
// onnx_form<layer> with a static write(graph, layer, x…). The others' rules are those of their
// calls: graph(layer, x) has the type of layer(x).
//
// The file has opset 17. An input, an output and what a layer returns have their shapes; a named
// axis has its name as denotation, and as dim_param where it is open. Parameters have their dotted
// names. Ids are int64, masks bool. In scaled dot products, skip_masked changes nothing.
//
// Rules: has_onnx_form. Accuracy: that of the engine; the formulas are those of the layers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/io/detail/onnx_file.hpp>
#include <attn/io/detail/onnx_models.hpp>
#include <attn/io/detail/onnx_recurrent.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct external_weights {
  std::string file;
  ATTN_ABI explicit external_weights(std::string_view name) : file(name) {}
};

template <label... Names>
struct open_axes_t {};
template <label... Names>
inline constexpr open_axes_t<Names...> open_axes{};

template <label... Open>
class onnx_graph {
 public:
  // Whether the engine decides about the size of the axis: it, or the keys made of it.
  template <class Axis>
  static constexpr bool is_open = [] {
    if constexpr (Axis::named)
      return ((Axis::name == Open || Axis::name == label("key_") + Open) || ...);
    else
      return false;
  }();

  ATTN_ABI onnx_graph() = default;
  template <class M>
  ATTN_ABI explicit onnx_graph(const M& model) {
    if constexpr (rules::is_parameter<rules::model<M>>::value)
      for_each_parameter(
          [this](const auto& name, const auto& x) {
            file.parameters.push_back({x.data(), name.text});
          },
          model);
  }
  template <parameter_struct M>
  ATTN_ABI onnx_graph(const M& model, const external_weights& weights) : onnx_graph(model) {
    file.weights = weights.file;
    const detail::file_plan plan =
        detail::plan_of(detail::wanted_by<M>.data(), detail::wanted_by<M>.size(), {});
    const std::size_t data = 8 + detail::padded_header(plan).size();
    for (std::size_t i = 0; i < file.parameters.size(); ++i)
      file.parameters[i].offset = data + plan.begin_of[i];
  }

  template <detail::any_tensor X>
  ATTN_ABI onnx_value<X> input(std::string_view name) {
    file.inputs.add(11, detail::onnx_description<X, onnx_graph>(name));
    return {std::string(name)};
  }
  template <class X>
  ATTN_ABI void output(std::string_view name, const onnx_value<X>& value) {
    detail::protobuf_message node;
    node.add(1, std::string_view(value.name));
    node.add(2, name);
    node.add(4, std::string_view("Identity"));
    file.nodes.add(1, node);
    file.outputs.add(12, detail::onnx_description<X, onnx_graph>(name));
  }

  template <class Layer, class... Arguments>
  ATTN_ABI auto operator()(const Layer& layer, const Arguments&... arguments) {
    if constexpr (!detail::onnx_call_holds<Layer, detail::stand_in<Arguments>...>) {
      return detail::onnx_result<Layer, Arguments...>{};  // which reports why
    } else {
      using form = rules::has_onnx_form<rules::model<Layer>, onnx_graph, Arguments...>;
      static_assert(form::value,
                    "attn::onnx_graph(layer, x…): nothing says what the layer is in ONNX; give it "
                    "a member onnx(graph, x…), or specialise attn::onnx_form<layer>");
      if constexpr (form::value)
        return written(layer, arguments...);
      else
        return detail::first_argument(arguments...);
    }
  }

  template <class X, class Y>
  ATTN_ABI auto add(const onnx_value<X>& x, const onnx_value<Y>& y) {
    using sum = decltype(std::declval<const X&>() + std::declval<const Y&>());
    return onnx_value<sum>{file.node("Add", {x.name, y.name})};
  }
  template <class X, class Y>
  ATTN_ABI auto multiply(const onnx_value<X>& x, const onnx_value<Y>& y) {
    using product = decltype(attn::multiply(std::declval<const X&>(), std::declval<const Y&>()));
    return onnx_value<product>{file.node("Mul", {x.name, y.name})};
  }
  template <class T, class... Axes>
  ATTN_ABI onnx_value<tensor<T, Axes...>> constant(const tensor<T, Axes...>& x) {
    return {parameter(x)};
  }
  template <detail::any_tensor Y, class... X>
  ATTN_ABI onnx_value<Y> node(std::string_view operation,
                              const std::vector<onnx_attribute>& attributes,
                              const onnx_value<X>&... x) {
    return {file.node(operation, {x.name...}, attributes)};
  }

  template <axis_selector Time, class Cell, class Xs>
  ATTN_ABI auto unroll(const Cell& cell, const onnx_value<Xs>& xs) {
    constexpr std::size_t at = detail::position_in<Time, typename Xs::shape_type>;
    return unroll_from<Time>(cell, xs,
                             static_cast<const detail::onnx_state<Cell, Xs, at>*>(nullptr));
  }
  template <axis_selector Time, class Cell, class Xs, class State>
  ATTN_ABI auto unroll(const Cell& cell, const onnx_value<Xs>& xs, const State& before) {
    return unroll_from<Time>(cell, xs, &before);
  }

  ATTN_ABI byte_buffer bytes() const { return file.bytes(); }

  // For the forms of layers: nodes between values without a type, and the names of parameters.
  detail::onnx_file file{};

  template <class T, class... Axes>
  ATTN_ABI std::string parameter(const tensor<T, Axes...>& x) {
    static_assert(!(is_open<Axes> || ...),
                  "attn::onnx_graph: a parameter has an axis that is left open");
    return file.parameter<T>({Axes::size...}, x.data());
  }
  // The size of an axis of x, as a vector of one number.
  template <int Axis, class X>
  ATTN_ABI std::string length(const onnx_value<X>& x) {
    constexpr std::size_t position = X::rank - static_cast<std::size_t>(-Axis);
    using axis = axis_at<typename X::shape_type, position>;
    if constexpr (is_open<axis>)
      return file.node("Shape", {x.name}, {{"start", position}, {"end", position + 1}});
    else
      return file.integers({axis::size});
  }

 private:
  std::vector<std::string> described{};

  template <class X>
  ATTN_ABI void describe(const onnx_value<X>& value) {
    for (const std::string& each : described)
      if (each == value.name) return;
    described.push_back(value.name);
    file.shapes.add(13, detail::onnx_description<X, onnx_graph>(value.name));
  }
  template <class Other>
  ATTN_ABI void describe(const Other&) {}

  template <class Layer, class... Arguments>
  ATTN_ABI auto written(const Layer& layer, const Arguments&... arguments) {
    const std::string outside = file.scope;
    file.scope = scope_of(layer);
    auto value = onnx_form<Layer>::write(*this, layer, arguments...);
    file.scope = outside;
    describe(value);
    return value;
  }

  // The path of a layer whose tensors are the model's.
  template <class Layer>
  ATTN_ABI std::string scope_of(const Layer& layer) const {
    if constexpr (rules::is_parameter<rules::model<Layer>>::value) {
      constexpr std::size_t tail = detail::leaf_name<Layer, 0>.length;
      for (const detail::onnx_parameter& each : file.parameters)
        if (each.elements == detail::leaf<0>(layer).data() && each.name.size() > tail)
          return each.name.substr(0, each.name.size() - tail - 1) + "/";
    }
    return file.scope;
  }

  template <axis_selector Time, class Cell, class Xs, class State>
  ATTN_ABI auto unroll_from(const Cell& cell, const onnx_value<Xs>& xs, const State* before) {
    const std::string outside = file.scope;
    file.scope = scope_of(cell);
    auto result = detail::onnx_unroll<Time>(*this, cell, xs, before);
    file.scope = outside;
    describe(result.outputs);
    return result;
  }
};

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

template <class Graph, class Model>
ATTN_ABI Graph graph_for(const Model& model) {
  return Graph(model);
}
template <class Graph, class Model, class First, class... Rest>
ATTN_ABI Graph graph_for(const Model& model, const First& first, const Rest&... rest) {
  if constexpr (std::is_same_v<First, external_weights>)
    return Graph(model, first);
  else
    return graph_for<Graph>(model, rest...);
}

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

template <detail::any_tensor... X, class Model, class... Options>
  requires(sizeof...(X) > 0)
ATTN_ABI byte_buffer to_onnx(const Model& model, const Options&... options) {
  auto graph = detail::graph_for<typename detail::graph_of<Options...>::type>(model, options...);
  graph.output("output", detail::called_with_inputs<X...>(
                             graph, model, std::index_sequence_for<X...>{}, options...));
  return graph.bytes();
}

}  // namespace attn
ATTN_STRICT_FP_END
