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
//   graph.unroll<"time">(cell, xs[, before][, lengths])    the operators RNN, GRU and LSTM:
//                                               {outputs, last}; recurrent/layers.hpp from zeros
//   graph(cell, x, before)                      one step of it: the state after it
//   graph.attend(before, memory, options…)      attention of a state: {context, weights}
//   graph(decoder, before, id, memory, …)       a step of an nn::recurrent_decoder
//   graph.attention_weights(q, k, options…), graph.scaled_dot_product_attention(q, k, v, options…)
//   graph.grouped_query_attention(q, k, v, options…), graph.repeat_heads<head>(x)
//   graph.split_heads<head, d_k>(x), graph.merge_heads<"width">(y)
//   graph.rotary<layout[, n]>(x[, options]), graph.rotary<layout[, n]>(x, positions[, base])
//   graph.rotary<layout>(x, first or positions, table)
//   graph.position_ids(padding), graph.right_padding<token>(lengths), left_padding
//   graph.scored_by(model.score)                option of attention: a score of the model
//   graph.node<Y>("Sin", {attributes}, x…)      any node of ONNX, whose result is a Y
//   graph.bytes()                               the file
//
//   external_weights("m.safetensors")   option: parameters stay in that file, which is the one that
//                                       to_safetensors(model) writes, next to the graph, which has
//                                       its SHA-1
//   open_axes<"batch", "token">         option, and onnx_graph<"batch", "token">: axes of any size
//   key_padding(m), valid_keys(lengths), a & b, m    masks whose entries are a value
//
// A layer of yours has a member onnx(graph, x…) that returns a value, or a specialisation of
// onnx_form<layer> with a static write(graph, layer, x…). The others' rules are the rules of their
// calls: graph(layer, x) has the type of layer(x).
//
// The file has opset 17. An input, an output and what a layer returns have their shapes. A named
// axis has its name as denotation, and as dim_param where it is open. Parameters have their dotted
// names. Ids are int64, masks bool. In scaled dot products, skip_masked changes nothing. Weights in
// small numbers (layers/quantized.hpp) stay small: DequantizeLinear of int8, Cast of 16 bits, and
// MatMulInteger of int8_dynamic and int8_static.
//
// Rules: has_onnx_form. Accuracy: the accuracy of the engine. The formulas are the formulas of the
// layers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <attn/io/detail/onnx_file.hpp>
#include <attn/io/detail/onnx_functions.hpp>
#include <attn/io/detail/onnx_models.hpp>
#include <attn/io/detail/onnx_recurrent.hpp>
#include <attn/io/detail/onnx_value.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/layers/quantized.hpp>
#include <attn/models/recurrent_decoder.hpp>

#define ATTN_REQUIRE_ONNX_CELL(Cell)                                                 \
  using form = rules::has_onnx_form<rules::model<Cell>, rules::no_form>;             \
  static_assert(form::value,                                                         \
                "attn::onnx_graph::unroll(cell, xs): ONNX has no such cell; it has " \
                "nn::rnn_cell, nn::gru_cell and nn::lstm_cell, not packed")

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
class onnx_graph : public detail::onnx_functions<onnx_graph<Open...>> {
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
  // Of the options, external_weights. to_onnx also has the options of the call.
  template <class M, class... Options>
  ATTN_ABI explicit onnx_graph(const M& model, const Options&... options) {
    constexpr bool parameters_are_fixed = detail::parameters_are_fixed<onnx_graph, M>();
    static_assert(parameters_are_fixed,
                  "attn::onnx_graph(model): a parameter has an axis that is left open");
    if constexpr (rules::is_parameter<rules::model<M>>::value) {
      for_each_parameter(
          [this](const auto& name, const auto& x) {
            file.parameters.push_back({x.data(), name.text});
          },
          model);
      (locate(model, options), ...);
    }
  }

  template <detail::any_tensor X>
  ATTN_ABI onnx_value<X> input(std::string_view name) {
    file.inputs.add(11, detail::onnx_description<X, onnx_graph>(name));
    return {std::string(name)};
  }
  template <class Layer, class X>
  ATTN_ABI void output(std::string_view, const onnx_missing<Layer, X>&) {
    constexpr bool packed = detail::is_packed_layer<Layer>;
    static_assert(!packed,
                  "attn::onnx_graph: the layer is packed; export the model before it is packed");
    constexpr bool without_form = !packed && detail::has_weight_without_form<Layer>;
    static_assert(!without_form,
                  "attn::onnx_graph: opset 17 has no such small weights; export as<float>(model)");
    using form =
        rules::has_onnx_form<rules::model<Layer>,
                             std::conditional_t<packed || without_form, Layer, rules::no_form>>;
    static_assert(form::value,
                  "attn::onnx_graph: the layer has no ONNX form; give it a member "
                  "onnx(graph, x…), or specialise attn::onnx_form<layer>");
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
    if constexpr ((detail::is_missing<Arguments> || ...))
      return detail::first_missing(arguments...);
    else if constexpr (!detail::onnx_call_holds<Layer, detail::stand_in<Arguments>...>)
      return detail::onnx_result<Layer, Arguments...>{};  // which reports why
    else if constexpr (detail::onnx_writable<Layer, onnx_graph, Arguments...>)
      return written(layer, arguments...);
    else
      return typename detail::missing_of<Layer, Arguments...>::type{};
  }

  template <class T, class... Axes>
  ATTN_ABI onnx_value<tensor<T, Axes...>> constant(const tensor<T, Axes...>& x) {
    static_assert(!(is_open<Axes> || ...),
                  "attn::onnx_graph::constant(x): x has an axis that is left open");
    if constexpr (requires { typename T::tensor_kind; }) {  // a mask
      tensor<bool, Axes...> entries;
      for (std::size_t i = 0; i < x.size(); ++i) entries.data()[i] = x.data()[i].set;
      return {parameter(entries)};
    } else {
      return {parameter(x)};
    }
  }
  template <detail::any_tensor Y, class... X>
  ATTN_ABI auto node(std::string_view operation, const std::vector<onnx_attribute>& attributes,
                     const X&... x) {
    if constexpr ((detail::is_missing<X> || ...))
      return detail::first_missing(x...);
    else
      return onnx_value<Y>{file.node(operation, {x.name...}, attributes)};
  }

  template <axis_selector Time, class Cell, class Xs>
  ATTN_ABI auto unroll(const Cell& cell, const onnx_value<Xs>& xs) {
    return unroll_from_zeros<Time>(cell, xs, "", false);
  }
  template <axis_selector Time, class Cell, class Xs, std::integral N, class... Batch>
  ATTN_ABI auto unroll(const Cell& cell, const onnx_value<Xs>& xs,
                       const onnx_value<tensor<N, Batch...>>& lengths) {
    using checked [[maybe_unused]] = decltype(attn::unroll<Time>(
        cell, std::declval<const Xs&>(), std::declval<const tensor<N, Batch...>&>()));
    return unroll_from_zeros<Time>(cell, xs, as_int32(lengths), false);
  }
  template <axis_selector Time, class Cell, class Xs, class State, std::integral N, class... Batch>
  ATTN_ABI auto unroll(const Cell& cell, const onnx_value<Xs>& xs, const State& before,
                       const onnx_value<tensor<N, Batch...>>& lengths) {
    using checked [[maybe_unused]] = decltype(attn::unroll<Time>(
        cell, std::declval<const Xs&>(), std::declval<const detail::onnx_state_before<State>&>(),
        std::declval<const tensor<N, Batch...>&>()));
    return unroll_from<Time>(cell, xs, &before, as_int32(lengths), false);
  }
  template <axis_selector Time, class Cell, class Xs, class State>
  ATTN_ABI auto unroll(const Cell& cell, const onnx_value<Xs>& xs, const State& before) {
    return unroll_from<Time>(cell, xs, &before, "", false);
  }

  // One step of a cell. A state is a value, or an lstm_state of two, before a step and after it.
  template <detail::has_onnx_cell Cell, class X, class State>
  ATTN_ABI State operator()(const Cell& cell, const onnx_value<X>& x, const State& before) {
    using after [[maybe_unused]] = decltype(cell(
        std::declval<const X&>(), std::declval<const detail::onnx_state_before<State>&>()));
    return inside(cell, [&] { return detail::onnx_step(*this, cell, x, before); });
  }
  template <class Cell, class Embedding, class Output, class State, class Id, class Memory,
            class... Options>
  ATTN_ABI auto operator()(const nn::recurrent_decoder<Cell, Embedding, Output>& decoder,
                           const State& before, const onnx_value<Id>& id, const Memory& memory,
                           const Options&... options) {
    if constexpr (detail::has_onnx_cell<Cell>) {
      return inside(decoder, [&] {
        return detail::onnx_decoded_word(*this, decoder, before, id, memory, options...);
      });
    } else {
      using form = rules::has_onnx_form<rules::model<Cell>, rules::no_form>;
      static_assert(form::value,
                    "attn::onnx_graph(decoder, before, id, memory): ONNX has no such cell; it has "
                    "nn::rnn_cell, nn::gru_cell and nn::lstm_cell, not packed");
      return decoded_word<State, onnx_value<Id>, onnx_value<Id>, onnx_value<Id>>{};
    }
  }

  ATTN_ABI byte_buffer bytes() const { return file.bytes(); }

  // For the forms of layers: nodes between values without a type, and the names of parameters.
  detail::onnx_file file{};

  template <class T, class... Axes>
  ATTN_ABI std::string parameter(const tensor<T, Axes...>& x) {
    const std::string name = file.parameter<T>({Axes::size...}, x.data());
    if constexpr (two_byte_float<T>)
      return file.node("Cast", {name}, {{"to", detail::onnx_type<float>}});
    else
      return name;
  }
  // What the small numbers mean. Those that share a scale are a row: the first axis.
  template <class Format, class Scales, class Out, class In>
  ATTN_ABI std::string parameter(const quantized_weight<Format, Scales, Out, In>& w) {
    using weight = quantized_weight<Format, Scales, Out, In>;
    using scales_type = typename weight::scales_type;
    const std::string values = parameter(w.values), scales = parameter(w.scales);
    // Without them, what ONNX Runtime 1.21 makes of the node has a zero of another type.
    const std::vector<std::int8_t> zeros(scales_type::volume);
    const std::vector<std::size_t> extents(scales_type::rank, scales_type::volume);
    const std::string zero_points = file.constant<std::int8_t>(extents, zeros.data());
    if constexpr (scales_type::rank == 0 || weight::group == In::size) {
      return file.node("DequantizeLinear", {values, scales, zero_points}, {{"axis", 0}});
    } else {
      const std::string groups =
          file.node("Reshape", {values, file.integers({-1, std::int64_t{weight::group}})});
      const std::string numbers =
          file.node("DequantizeLinear", {groups, scales, zero_points}, {{"axis", 0}});
      return file.node("Reshape", {numbers, file.integers({Out::size, In::size})});
    }
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

  // Where the parameters are in the file of to_safetensors, and which file that is.
  template <class M>
  ATTN_ABI void locate(const M& model, const external_weights& weights) {
    file.weights = weights.file;
    detail::sha1 digest;
    for (const unsigned char byte : to_safetensors(model)) digest.add(byte);
    file.digest = digest.text().text;
    const detail::file_plan plan =
        detail::plan_of(detail::wanted_by<M>.data(), detail::wanted_by<M>.size(), {});
    const std::size_t data = 8 + detail::padded_header(plan).size();
    for (std::size_t i = 0; i < file.parameters.size(); ++i)
      file.parameters[i].offset = data + plan.begin_of[i];
  }
  template <class M, class Other>
  ATTN_ABI void locate(const M&, const Other&) {}

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
    auto value = inside(layer, [&] { return onnx_form<Layer>::write(*this, layer, arguments...); });
    describe(value);
    return value;
  }

  // f(), whose nodes have the path of the layer in their names.
  template <class Layer, class F>
  ATTN_ABI auto inside(const Layer& layer, const F& f) {
    const std::string outside = file.scope;
    file.scope = scope_of(layer);
    auto result = f();
    file.scope = outside;
    return result;
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

  // What the recurrent operators have for lengths.
  template <class N, class... Batch>
  ATTN_ABI std::string as_int32(const onnx_value<tensor<N, Batch...>>& lengths) {
    constexpr int type = detail::onnx_type<std::int32_t>;
    if constexpr (std::is_same_v<N, std::int32_t>)
      return lengths.name;
    else
      return file.node("Cast", {lengths.name}, {{"to", type}});
  }

  template <axis_selector Time, class Cell, class Xs>
  ATTN_ABI auto unroll_from_zeros(const Cell& cell, const onnx_value<Xs>& xs,
                                  const std::string& lengths, bool reversed) {
    constexpr std::size_t at = detail::position_in<Time, typename Xs::shape_type>;
    using state = detail::onnx_state<Cell, Xs, at>;
    if constexpr (detail::has_onnx_cell<Cell>) {
      return unroll_from<Time>(cell, xs, static_cast<const state*>(nullptr), lengths, reversed);
    } else {
      ATTN_REQUIRE_ONNX_CELL(Cell);
      return onnx_unrolled<Xs, state>{};
    }
  }
  template <axis_selector Time, class Cell, class Xs>
  ATTN_ABI auto unroll_from_zeros(const nn::bidirectional<Cell>& layer, const onnx_value<Xs>& xs,
                                  const std::string& lengths, bool reversed) {
    const auto forward = unroll_from_zeros<Time>(layer.forward, xs, lengths, reversed);
    const auto reverse = unroll_from_zeros<Time>(layer.reverse, xs, lengths, !reversed);
    using axes = with_last_axis<typename Xs::shape_type,
                                typename detail::layer_of_cells<nn::bidirectional<Cell>>::outputs>;
    return onnx_unrolled<tensor_of<typename Xs::value_type, axes>,
                         bidirectional_state<std::remove_const_t<decltype(forward.last)>>>{
        {file.node("Concat", {forward.outputs.name, reverse.outputs.name}, {{"axis", -1}})},
        {forward.last, reverse.last}};
  }
  template <axis_selector Time, class Layer, std::size_t N, class Xs>
  ATTN_ABI auto unroll_from_zeros(const nn::recurrent_layers<Layer, N>& model,
                                  const onnx_value<Xs>& xs, const std::string& lengths,
                                  bool reversed) {
    auto made = unroll_from_zeros<Time>(model.layers.first, xs, lengths, reversed);
    onnx_unrolled<typename decltype(made.outputs)::tensor_type,
                  layer_states<decltype(made.last), N>>
        all{made.outputs, {}};
    all.last.layers[0] = made.last;
    if constexpr (N > 1)
      for (std::size_t i = 1; i < N; ++i) {
        made = unroll_from_zeros<Time>(model.layers.more[i - 1], all.outputs, lengths, reversed);
        all.outputs = made.outputs;
        all.last.layers[i] = made.last;
      }
    return all;
  }

  template <axis_selector Time, class Cell, class Xs, class State>
  ATTN_ABI auto unroll_from(const Cell& cell, const onnx_value<Xs>& xs, const State* before,
                            const std::string& lengths, bool reversed) {
    if constexpr (detail::has_onnx_cell<Cell>) {
      auto result = inside(cell, [&] {
        return detail::onnx_unroll<Time>(*this, cell, xs, before, lengths, reversed);
      });
      describe(result.outputs);
      return result;
    } else {
      ATTN_REQUIRE_ONNX_CELL(Cell);
      return onnx_unrolled<Xs, State>{};
    }
  }
};

template <detail::any_tensor... X, class Model, class... Options>
  requires(sizeof...(X) > 0)
ATTN_ABI byte_buffer to_onnx(const Model& model, const Options&... options) {
  if constexpr (!detail::onnx_call_holds<Model, X...>) {
    using rejected [[maybe_unused]] = decltype(model(std::declval<const X&>()...));
    return {};  // the call has reported why
  } else if constexpr (!detail::onnx_options_hold<!((detail::is_graph_option<Options> ||
                                                     detail::is_kind<mask_kind, Options>) ||
                                                    ...),
                                                  Model, X..., detail::stand_in<Options>...>) {
    using rejected [[maybe_unused]] = decltype(model(
        std::declval<const X&>()..., std::declval<const detail::stand_in<Options>&>()...));
    return {};  // likewise, with the options
  } else {
    typename detail::graph_of<Options...>::type graph(model, options...);
    graph.output("output", detail::called_with_inputs<X...>(
                               graph, model, std::index_sequence_for<X...>{}, options...));
    return graph.bytes();
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
