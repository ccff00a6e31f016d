// SPDX-License-Identifier: BSL-1.0
// What attn/layers/linear.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: in_layout_no_layout
// rejected: a layer is to be stored in a layout that is none.
// expect-error: attn::in_layout<layout>\(layer\): the layout is output_by_input or input_by_output
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr nn::linear<float, in, out, output_by_input> layer{};

#ifdef ATTN_REJECT
constexpr auto other = in_layout<without_bias>(layer);
#else
constexpr auto other = in_layout<input_by_output>(layer);
#endif

// case: linear_bias_matrix
// rejected: a bias with two axes.
// expect-error: attn::linear<layout>\(x, W, b\): b must have one axis, the output
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, W, W);
#else
constexpr auto y = linear<output_by_input>(x, W, tensor<float, out>{});
#endif

// case: linear_bias_mixed_element_types
// rejected: a bias of double.
// expect-error: attn::linear<layout>\(x, W, b\): b must have the element type of x; convert with as<T>\(b\)
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};
constexpr tensor<double, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, as<float>(b));
#endif

// case: linear_bias_names
// rejected: a bias of another output.
// expect-error: attn::linear<layout>\(x, W, b\): the output of W and b have different names
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, W, tensor<float, axis<"hidden", 4>>{});
#else
constexpr auto y = linear<output_by_input>(x, W, tensor<float, out>{});
#endif

// case: linear_bias_width
// rejected: a bias for the input.
// expect-error: attn::linear<layout>\(x, W, b\): b must have one element per output
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, W, tensor<float, in>{});
#else
constexpr auto y = linear<output_by_input>(x, W, tensor<float, out>{});
#endif

// case: linear_existing_axis
// rejected: an output that is named as an axis of x.
// expect-error: attn::linear<layout>\(x, W\): x has an axis named as the output of W
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, tensor<float, token, in>{});
#else
constexpr auto y = linear<output_by_input>(x, tensor<float, out, in>{});
#endif

// case: linear_input_width
// rejected: a layer for rows of 4, given rows of 3.
// expect-error: attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr nn::linear<float, axis<"in", 4>, out, output_by_input> layer{};
constexpr auto y = layer(x);
#else
constexpr nn::linear<float, in, out, output_by_input> layer{};
constexpr auto y = layer(x);
#endif

// case: linear_into_axes
// rejected: a layer's result into a tensor with the axes of its input.
// expect-error: attn::linear_into\(out, layer, x\): out must have the axes of layer\(x\)
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
nn::linear<float, in, out, output_by_input> layer;
tensor<float, token, in> x;
tensor<float, token, out> y;

#ifdef ATTN_REJECT
void run() { linear_into(x, layer, x); }
#else
void run() { linear_into(y, layer, x); }
#endif

// case: linear_into_clash
// rejected: rows that have an axis named as the layer's output.
// expect-error: attn::linear_into\(out, layer, x\): x has an axis named as the layer's output
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<float, axis<"hidden", 2>, feature> clash;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, clash); }
#else
void run() { linear_into(y, layer, x); }
#endif

// case: linear_into_name
// rejected: rows whose axis has the layer's width and another name.
// expect-error: attn::linear_into\(out, layer, x\): the last axis of x and the layer's input differ in name
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<float, token, axis<"hidden", 3>> other;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, other); }
#else
void run() { linear_into(y, layer, x); }
#endif

// case: linear_into_other_element
// rejected: rows of double for a layer of float.
// expect-error: attn::linear_into\(out, layer, x\): x must have the element type of the layer; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<double, token, feature> doubles;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, doubles); }
#else
void run() { linear_into(y, layer, x); }
#endif

// case: linear_into_scalar
// rejected: a number where a layer takes rows.
// expect-error: attn::linear_into\(out, layer, x\): x must have an axis
// errors: 1
using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x;
tensor<float> number;
tensor<float, token, axis<"hidden", 4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, number); }
#else
void run() { linear_into(y, layer, x); }
#endif

// case: linear_into_width
// rejected: rows of another width into a tensor that would fit the layer's result.
// expect-error: attn::linear_into\(out, layer, x\): the last axis of x must be as wide as the layer's input
// errors: 1
using token = axis<"token", 2>;
nn::linear<float, dim<3>, dim<4>, output_by_input> layer;
tensor<float, token, dim<3>> x;
tensor<float, token, dim<5>> wide;
tensor<float, token, dim<4>> y;

#ifdef ATTN_REJECT
void run() { linear_into(y, layer, wide); }
#else
void run() { linear_into(y, layer, x); }
#endif

// case: linear_layer_bias_option
// rejected: a layer whose last option is neither of the two.
// expect-error: attn::nn::linear: the option after the layout is with_bias or without_bias
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr nn::linear<float, in, out, output_by_input, bool> layer{};
#else
constexpr nn::linear<float, in, out, output_by_input, without_bias> layer{};
#endif

// case: linear_layer_of_another_axis
// rejected: a layer from `hidden` on, given `in`; the weight could not have told.
// expect-error: attn::linear<layout>\(x, W\): x's last axis and W's input differ in name; is the layout right\?
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
using hidden = axis<"hidden", 3>;

#ifdef ATTN_REJECT
constexpr nn::linear<float, hidden, hidden, output_by_input> layer{};
constexpr auto y = layer(x);
#else
constexpr nn::linear<float, in, hidden, output_by_input> layer{};
constexpr auto y = layer(x);
#endif

// case: linear_layer_without_layout
// rejected: a layer with a layout that is none.
// expect-error: attn::nn::linear: the layout is output_by_input or input_by_output
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr nn::linear<float, in, out, without_bias> layer{};
#else
constexpr nn::linear<float, in, out, output_by_input> layer{};
#endif

// case: linear_mixed_element_types
// rejected: a weight of float for rows of double.
// expect-error: attn::linear<layout>\(x, W\): requires one element type for all operands; convert with as<T>\(x\)
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(as<double>(x), W);
#else
constexpr auto y = linear<output_by_input>(as<double>(x), as<double>(W));
#endif

// case: linear_no_layout
// rejected: a type that is no layout.
// expect-error: attn::linear<layout>\(x, W\): the layout is output_by_input or input_by_output
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};
constexpr tensor<float, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<with_bias>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, b);
#endif

// case: linear_of_number
// rejected: a number has no row to multiply.
// expect-error: attn::linear<layout>\(x, W\): x must have an axis
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(tensor<float>{}, W);
#else
constexpr auto y = linear<output_by_input>(tensor<float, in>{}, W);
#endif

// case: linear_of_token_ids
// rejected: ids go into a layer: the embedding was forgotten.
// expect-error: attn::linear<layout>\(x, W\): requires elements that can be added and multiplied
// errors: 1
constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr nn::linear<int, dim<3>, dim<4>, output_by_input> layer{};

#ifdef ATTN_REJECT
constexpr auto y = layer(ids);
#else
constexpr auto y = layer(as<int>(ids));
#endif

// case: linear_weight_vector
// rejected: a weight with one axis.
// expect-error: attn::linear<layout>\(x, W\): W must have two axes, input and output
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, tensor<float, in>{}, b);
#else
constexpr auto y = linear<output_by_input>(x, tensor<float, out, in>{}, b);
#endif

// case: linear_wrong_layout
// rejected: a weight as PyTorch stores it, taken as one of Keras: the sizes tell.
// expect-error: attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};
constexpr tensor<float, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<input_by_output>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, b);
#endif

// case: linear_wrong_layout_square
// rejected: a square weight in the wrong layout: only the names differ (E21;
// transformers#47031, nanoGPT#190).
// expect-error: attn::linear<layout>\(x, W\): x's last axis and W's input differ in name; is the layout right\?
// errors: 1
using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 3>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};
constexpr tensor<float, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<input_by_output>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, b);
#endif
