// SPDX-License-Identifier: BSL-1.0
// Models that have no ONNX form, and calls that the library rejects in the words of the call:
// attn/io/onnx.hpp. driver.py compiles each case with the lines above the first.
#include <attn.hpp>
#include <attn/io/onnx.hpp>

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

// case: onnx_unknown_layer
// rejected: a layer of which nothing says what it is in ONNX.
// expect-error: attn::onnx_graph: nothing says what the layer is in ONNX; give it a member onnx\(graph, x…\)
// expect-note: doubled
// errors: 1
struct doubled {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return x + x;
  }
};
struct doubled_in_onnx : doubled {
  template <class Graph, class X>
  auto onnx(Graph& graph, const onnx_value<X>& x) const {
    return graph.add(x, x);
  }
};
#ifdef ATTN_REJECT
inline auto file() { return to_onnx<rows>(doubled{}); }
#else
inline auto file() { return to_onnx<rows>(doubled_in_onnx{}); }
#endif

// case: onnx_unknown_activation
// rejected: the same inside a model: the error names the activation.
// expect-error: attn::onnx_graph: nothing says what the layer is in ONNX
// expect-note: cube
// errors: 1
struct cube {
  template <class X>
  constexpr X operator()(const X& x) const {
    return multiply(multiply(x, x), x);
  }
};
#ifdef ATTN_REJECT
inline auto file() { return to_onnx<rows>(stack<cube>{}); }
#else
inline auto file() { return to_onnx<rows>(stack<act::relu>{}); }
#endif

// case: onnx_wrong_width
// rejected: rows that the model does not take: the error is that of the call.
// expect-error: attn::nn::encoder\(x, …\): the last axis of x and the width of the layer differ in size
// errors: 1
#ifdef ATTN_REJECT
inline auto file() { return to_onnx<wide_rows>(stack<act::relu>{}); }
#else
inline auto file() { return to_onnx<rows>(stack<act::relu>{}); }
#endif

// case: onnx_open_parameter
// rejected: an axis that a weight has is left open.
// expect-error: attn::onnx_graph\(model\): a parameter has an axis that is left open
// errors: 1
#ifdef ATTN_REJECT
inline auto file() { return to_onnx<rows>(stack<act::relu>{}, open_axes<"width">); }
#else
inline auto file() { return to_onnx<rows>(stack<act::relu>{}, open_axes<"token">); }
#endif

// case: onnx_open_mask
// rejected: a mask that is a constant has the axis that is left open.
// expect-error: attn::onnx_graph: the mask has an axis that is left open; make it an input of the graph
// errors: 1
// allow: detail::
// lines[gcc]: 15 the layers on the way
// total: 9000 the layers on the way
#ifdef ATTN_REJECT
inline auto file() {
  return to_onnx<rows>(stack<act::relu>{}, open_axes<"token">, key_padding(keep_mask<token>{}));
}
#else
inline auto file() {
  onnx_graph<"token"> graph;
  const auto x = graph.input<rows>("x");
  const auto padding = graph.input<keep_mask<token>>("padding");
  graph.output("y", graph(stack<act::relu>{}, x, key_padding(padding)));
  return graph.bytes();
}
#endif

// case: onnx_unknown_cell
// rejected: a recurrent cell that ONNX does not have.
// expect-error: attn::onnx_graph::unroll\(cell, xs\): ONNX has no such cell; it has nn::rnn_cell, nn::gru_cell and nn::lstm_cell, not packed
// expect-note: running_sum
// errors: 1
struct running_sum {};
#ifdef ATTN_REJECT
using cell_type = running_sum;
#else
using cell_type = nn::gru_cell<float, width, inner>;
#endif
inline auto file(const cell_type& cell) {
  onnx_graph<"token"> graph;
  graph.output("y", graph.unroll<"token">(cell, graph.input<rows>("xs")).outputs);
  return graph.bytes();
}

// case: onnx_unknown_layer_of_sequence
// rejected: a layer of a sequence, in a stack: the error names the layer.
// expect-error: attn::onnx_graph: nothing says what the layer is in ONNX
// expect-note: halved
// errors: 1
struct halved {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return x * 0.5f;
  }
};
using norm = nn::rms_norm<float, width, 1e-5>;
#ifdef ATTN_REJECT
inline auto file() { return to_onnx<rows>(nn::stack<nn::sequential<norm, halved>, 2>{}); }
#else
inline auto file() { return to_onnx<rows>(nn::stack<nn::sequential<norm, act::tanh>, 2>{}); }
#endif

// case: onnx_unknown_score
// rejected: attention with a score of which nothing says what it is.
// expect-error: attn::onnx_graph: nothing says what the layer is in ONNX
// expect-note: negative_dot
// errors: 1
struct negative_dot {
  template <class Q, class K>
  constexpr auto operator()(const Q& q, const K& k) const {
    return -dot_score(q, k);
  }
};
using attention = nn::multi_head_attention<float, width, axis<"head", 2>, output_by_input>;
#ifdef ATTN_REJECT
inline auto file() { return to_onnx<rows>(attention{}, scored_by(negative_dot{})); }
#else
inline auto file() { return to_onnx<rows>(attention{}, scored_by(dot_score)); }
#endif

// case: onnx_packed
// rejected: a model that is packed: it is exported before.
// expect-error: attn::onnx_graph: the layer is packed; export the model before it is packed
// expect-note: packed_weights
// errors: 1
using network = nn::feed_forward<float, width, inner, output_by_input, act::relu>;
#ifdef ATTN_REJECT
inline auto file(const network& model) { return to_onnx<rows>(packed(model)); }
#else
inline auto file(const network& model) { return to_onnx<rows>(model); }
#endif

// case: onnx_unknown_cell_of_decoder
// rejected: a recurrent decoder whose cell ONNX does not have.
// expect-error: attn::onnx_graph\(decoder, before, id, memory\): ONNX has no such cell
// expect-note: running_mean
// errors: 1
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

// case: onnx_unknown_layer_of_memory
// rejected: attention to a memory of which nothing says how it is computed: the error is that of the
// layer.
// expect-error: attn::onnx_graph: nothing says what the layer is in ONNX
// expect-note: halved
// errors: 1
struct halved {
  template <class X>
  constexpr auto operator()(const X& x) const {
    return x * 0.5f;
  }
};
#ifdef ATTN_REJECT
using layer = halved;
#else
using layer = act::tanh;
#endif
inline auto file() {
  onnx_graph<> graph;
  const auto before = graph.input<tensor<float, width>>("before");
  const auto memory = graph(layer{}, graph.input<rows>("x"));
  graph.output("context", graph.attend(before, memory).context);
  return graph.bytes();
}

// case: onnx_rotary
// rejected: a function of the graph has the errors of the library's.
// expect-error: attn::rotary<layout>\(x\): say which features are a pair
// errors: 1
// allow: detail::
#ifdef ATTN_REJECT
inline auto file() {
  onnx_graph<> graph;
  graph.output("y", graph.rotary(graph.input<rows>("x")));
  return graph.bytes();
}
#else
inline auto file() {
  onnx_graph<> graph;
  graph.output("y", graph.rotary<half_pairs>(graph.input<rows>("x")));
  return graph.bytes();
}
#endif
