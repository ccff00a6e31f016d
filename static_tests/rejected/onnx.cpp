// SPDX-License-Identifier: BSL-1.0
// Models that have no ONNX form, and calls that the library rejects in the words of the call:
// attn/io/onnx.hpp.
#include <attn/attention.hpp>
#include <attn/io/onnx.hpp>
#include <attn/models/language_model.hpp>
#include <attn/recurrent.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using inner = axis<"inner", 6>;
using rows = tensor<float, token, width>;
using wide_rows = tensor<float, token, inner>;
template <class Activation>
using stack = nn::encoder<
    nn::encoder_layer<float, width, axis<"head", 2>, inner, output_by_input, Activation, pre_norm>,
    2>;
struct doubled {
  template <class X> constexpr auto operator()(const X& x) const { return x + x; }
};
struct doubled_in_onnx : doubled {
  template <class Graph, class X> auto onnx(Graph& graph, const onnx_value<X>& x) const {
    return graph.add(x, x);
  }
};
struct cube {
  template <class X> constexpr X operator()(const X& x) const {
    return multiply(multiply(x, x), x);
  }
};
struct running_sum {};
struct halved {
  template <class X> constexpr auto operator()(const X& x) const { return x * 0.5f; }
};
using norm = nn::rms_norm<float, width, 1e-5>;
template <scalar T>
using known_layer =
    nn::encoder_layer<T, dim<4>, dim<2>, dim<6>, output_by_input, act::relu, pre_norm>;
template <scalar T> struct own_layer : known_layer<T> {};
struct negative_dot {
  template <class Q, class K> constexpr auto operator()(const Q& q, const K& k) const {
    return -dot_score(q, k);
  }
};
using attention = nn::multi_head_attention<float, width, axis<"head", 2>, output_by_input>;
using word = axis<"word", 7>;
using batch = axis<"batch", 2>;
using ids = tensor<token_id<7>, batch, token>;
using lengths = tensor<int, batch>;
using texts = nn::language_model<
    word,
    nn::encoder_layer<float, width, axis<"head", 2>, inner, output_by_input, act::relu, pre_norm>,
    1, nn::learned_positions<float, axis<"position", 5>, width>>;
using with_its_sinks = nn::multi_head_with_sinks<float, width, axis<"head", 2>, output_by_input>;
using network = nn::feed_forward<float, width, inner, output_by_input, act::relu>;

// a layer without an ONNX form.
// - onnx_unknown_layer: inline auto file() { return to_onnx<rows>(doubled{}); } ;; inline auto
//   file() { return to_onnx<rows>(doubled_in_onnx{}); } ;; attn::onnx_graph: the layer has no
//   ONNX form; give it a member onnx\(graph, x…\) ;; expect-note: doubled
// the same inside a model: the error names the activation.
// - onnx_unknown_activation: inline auto file() { return to_onnx<rows>(stack<cube>{}); }
//   ;; inline auto file() { return to_onnx<rows>(stack<act::relu>{}); }
//   ;; attn::onnx_graph: the layer has no ONNX form ;; expect-note: cube
// rows that the model does not take: the error is the call's.
// - onnx_wrong_width: inline auto file() { return to_onnx<wide_rows>(stack<act::relu>{}); }
//   ;; ditto
//   ;; attn::nn::encoder\(x, …\): the last axis of x and the width of the layer differ in size
// an axis that a weight has is left open.
// - onnx_open_parameter: inline auto file() { return to_onnx<rows>(stack<act::relu>{},
//   open_axes<"width">); } ;; inline auto file() { return to_onnx<rows>(stack<act::relu>{},
//   open_axes<"token">); } ;; attn::onnx_graph\(model\): a parameter has an axis that is left open
// a mask that is a constant has the axis that is left open.
// - onnx_open_mask: inline auto file() { return to_onnx<rows>(stack<act::relu>{},
//   open_axes<"token">, key_padding(keep_mask<token>{})); }
//   ;; inline auto file() { onnx_graph<"token"> graph; const auto x = graph.input<rows>("x"); const
//   auto padding = graph.input<keep_mask<token>>("padding"); graph.output("y",
//   graph(stack<act::relu>{}, x, key_padding(padding))); return graph.bytes(); }
//   ;; attn::onnx_graph: the mask has an axis that is left open; make it an input of the graph
//   ;; allow: detail:: ;; lines[gcc]: 15 the layers on the way ;; total: 9000 the layers on the way
// a bias that is a constant has the axis that is left open.
// - onnx_open_bias: inline auto file() { return to_onnx<rows>(attention{}, open_axes<"token">,
//   biased_by(tensor<float, token, axis<"key_token", 3>>{})); } ;; inline auto file() { return
//   to_onnx<rows>(attention{}, biased_by(tensor<float, token, axis<"key_token", 3>>{})); }
//   ;; attn::onnx_graph: the bias has an axis that is left open
//   ;; allow: detail:: ;; lines[gcc]: 15 the layers on the way ;; total: 9000 the layers on the way
// positions that are constants have the axis that is left open.
// - onnx_open_positions: inline auto file(onnx_graph<"token">& graph, const onnx_value<rows>& x) {
//   return graph.rotary<interleaved_pairs>(x, tensor<int, token>{0, 1, 2}); } ;; inline auto
//   file(onnx_graph<>& graph, const onnx_value<rows>& x) { return graph.rotary<interleaved_pairs>(x,
//   tensor<int, token>{0, 1, 2}); } ;; attn::onnx_graph: the positions have an axis that is left open
//   ;; allow: detail:: ;; total: 9000 the graph on the way
// a constant with the axis that is left open.
// - onnx_open_constant: inline auto file(onnx_graph<"token">& graph) { return graph.constant(rows{}); }
//   ;; inline auto file(onnx_graph<"time">& graph) { return graph.constant(rows{}); }
//   ;; attn::onnx_graph::constant\(x\): x has an axis that is left open
// numbers, where a mask has a polarity.
// - onnx_padding_of_numbers: inline auto file(const onnx_value<tensor<float, token>>& kept) { return
//   key_padding(kept); } ;; inline auto file(const onnx_value<keep_mask<token>>& kept) { return
//   key_padding(kept); }
//   ;; attn::key_padding\(m\): m must be a mask: an onnx_value of a keep_mask or an ignore_mask
// elements that no tensor of ONNX has.
// - onnx_long_double: inline auto file(onnx_graph<>& graph) { return graph.input<tensor<long double,
//   token>>("x"); } ;; inline auto file(onnx_graph<>& graph) { return graph.input<tensor<double,
//   token>>("x"); } ;; attn::onnx_graph: ONNX has no such element type ;; allow: detail::
// a recurrent cell that ONNX does not have.
// - onnx_unknown_cell: inline auto file(const running_sum& cell) { onnx_graph<"token"> graph;
//   graph.output("y", graph.unroll<"token">(cell, graph.input<rows>("xs")).outputs); return
//   graph.bytes(); } ;; inline auto file(const nn::gru_cell<float, width, inner>& cell) {
//   onnx_graph<"token"> graph; graph.output("y", graph.unroll<"token">(cell,
//   graph.input<rows>("xs")).outputs); return graph.bytes(); } ;; attn::onnx_graph::unroll\(cell,
//   xs\): ONNX has no such cell; it has nn::rnn_cell, nn::gru_cell and nn::lstm_cell, not packed ;;
//   expect-note: running_sum
// a layer of a sequence, in a stack: the error names the layer.
// - onnx_unknown_layer_of_sequence: inline auto file() { return
//   to_onnx<rows>(nn::stack<nn::sequential<norm, halved>, 2>{}); }
//   ;; inline auto file() { return to_onnx<rows>(nn::stack<nn::sequential<norm, act::tanh>, 2>{});
//   } ;; attn::onnx_graph: the layer has no ONNX form ;; expect-note: halved
// attention with a score without an ONNX form.
// - onnx_unknown_score: inline auto file() { return to_onnx<rows>(attention{},
//   scored_by(negative_dot{})); }
//   ;; inline auto file() { return to_onnx<rows>(attention{}, scored_by(dot_score)); }
//   ;; attn::onnx_graph: the layer has no ONNX form ;; expect-note: negative_dot
// sinks given to a layer that has its own.
// - onnx_sinks_twice: inline auto file() { return to_onnx<rows>(with_its_sinks{}, softmax_plus_one);
//   } ;; inline auto file() { return to_onnx<rows>(with_its_sinks{}, causal<>); }
//   ;; attn::nn::multi_head: two options of one kind
// padding of other texts than the ids.
// - onnx_padding_of_other_texts: inline auto file() { return to_onnx<ids, keep_mask<batch, inner>>(
//   texts{}); } ;; inline auto file() { return to_onnx<ids, keep_mask<batch, token>>(texts{}); }
//   ;; attn::nn::language_model\(ids, padding\): the padding must have the axes of the ids
//   ;; total: 2000 the type of the model
// padding made of lengths, of texts whose number of tokens is left open.
// - onnx_padding_of_open_texts: inline auto file() { onnx_graph<"token"> graph; graph.output("ids",
//   graph.position_ids(graph.right_padding<token>(graph.input<lengths>("n")))); return
//   graph.bytes(); } ;; inline auto file() { onnx_graph<"batch"> graph; graph.output("ids",
//   graph.position_ids(graph.right_padding<token>(graph.input<lengths>("n")))); return
//   graph.bytes(); } ;; attn::onnx_graph: the number of tokens is left open; make the padding an
//   input of the graph ;; allow: detail::
// lengths that are no integers.
// - onnx_lengths_of_floats: inline auto file() { onnx_graph<> graph; graph.output("y",
//   graph(attention{}, graph.input<rows>("x"), valid_keys(graph.input<tensor<float, batch>>("n"))));
//   return graph.bytes(); } ;; inline auto file() { onnx_graph<> graph; graph.output("y",
//   graph(attention{}, graph.input<tensor<float, batch, token, width>>("x"),
//   valid_keys(graph.input<lengths>("n")))); return graph.bytes(); }
//   ;; attn::valid_keys\(lengths\): the lengths must be integers
// a model that is packed: it is exported before.
// - onnx_packed: inline auto file(const network& model) { return to_onnx<rows>(packed(model)); } ;;
//   inline auto file(const network& model) { return to_onnx<rows>(model); } ;; attn::onnx_graph:
//   the layer is packed; export the model before it is packed ;; expect-note: packed_weights
// - onnx_packed_sinks: inline auto file(const with_its_sinks& model) { return
//   to_onnx<rows>(packed(model)); } ;; inline auto file(const with_its_sinks& model) { return
//   to_onnx<rows>(model); } ;; attn::onnx_graph: the layer is packed; export the model before it is
//   packed ;; expect-note: packed_weights
// int4 is in ONNX from opset 21 on.
// - onnx_int4: inline auto file(const network& model) { return to_onnx<rows>(quantized<int4,
//   per_row>(model)); } ;; inline auto file(const network& model) { return
//   to_onnx<rows>(quantized<int8, per_row>(model)); } ;; attn::onnx_graph: opset 17 has no such small
//   weights; export as<float>\(model\) ;; expect-note: quantized_weights
// attention to a memory computed by a layer without an ONNX form: the error is the layer's.
// - onnx_unknown_layer_of_memory: inline auto file() { onnx_graph<> graph; const auto before =
//   graph.input<tensor<float, width>>("before"); const auto memory = graph(halved{},
//   graph.input<rows>("x")); graph.output("context", graph.attend(before, memory).context); return
//   graph.bytes(); }
//   ;; inline auto file() { onnx_graph<> graph; const auto before = graph.input<tensor<float,
//   width>>("before"); const auto memory = graph(act::tanh{}, graph.input<rows>("x"));
//   graph.output("context", graph.attend(before, memory).context); return graph.bytes(); }
//   ;; attn::onnx_graph: the layer has no ONNX form ;; expect-note: halved
// a function of the graph has the errors of the library's.
// - onnx_rotary: inline auto file() { onnx_graph<> graph; graph.output("y",
//   graph.rotary(graph.input<rows>("x"))); return graph.bytes(); } ;; inline auto file() {
//   onnx_graph<> graph; graph.output("y", graph.rotary<half_pairs>(graph.input<rows>("x"))); return
//   graph.bytes(); } ;; attn::rotary<layout>\(x\): say which features are a pair ;; allow: detail::
// a language model names its layer.
// - onnx_language_model: inline auto file() { return to_onnx<tensor<token_id<6>, token>>(
//   nn::language_model<dim<6>, own_layer<float>, 1, nn::no_positions<float, token, dim<4>>>{}); }
//   ;; inline auto file() { return to_onnx<tensor<token_id<6>, token>>(
//   nn::language_model<dim<6>, known_layer<float>, 1, nn::no_positions<float, token, dim<4>>>{}); }
//   ;; attn::onnx_graph: the layer has no ONNX form ;; expect-note: own_layer

// case: onnx_unknown_cell_of_decoder
// rejected: a recurrent decoder whose cell ONNX does not have.
// expect-error: attn::onnx_graph\(decoder, before, id, memory\): ONNX has no such cell
// expect-note: running_mean
struct running_mean {};
template <class Cell>
using decoder_of =
    nn::recurrent_decoder<Cell, nn::embedding<float, inner, token>,
                          nn::linear<float, axis<"all", 11>, inner, output_by_input>>;
#ifdef ATTN_REJECT
using decoder = decoder_of<running_mean>;
#else
using decoder = decoder_of<nn::gru_cell<float, axis<"in", 7>, width>>;
#endif
inline auto file(const decoder& model) {
  onnx_graph<> graph;
  const auto before = graph.input<tensor<float, width>>("before");
  const auto id = graph.input<tensor<token_id<6>>>("id");
  const auto memory = graph.input<tensor<float, axis<"source", 5>, width>>("memory");
  graph.output("context", graph(model, before, id, memory).context);
  return graph.bytes();
}
