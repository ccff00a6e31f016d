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
