// SPDX-License-Identifier: BSL-1.0
// What linear, feed_forward reject.
#include <attn/ops.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
using feature = axis<"feature", 3>;
using hidden = axis<"hidden", 3>;
using out_3 = axis<"out", 3>;
constexpr tensor<float, token, in> x{};
constexpr nn::linear<float, in, out, output_by_input> constant_layer{};
constexpr tensor<float, out, in> W{};
constexpr tensor<double, out> b_of_double{};
nn::linear<float, in, out, output_by_input> named_layer;
tensor<float, token, in> x_of_float;
tensor<float, token, out> y_token_out;
nn::linear<float, feature, axis<"hidden", 4>, output_by_input> layer;
tensor<float, token, feature> x_token_feature;
tensor<float, axis<"hidden", 2>, feature> clash;
tensor<float, token, axis<"hidden", 4>> y;
tensor<float, token, axis<"hidden", 3>> other;
tensor<double, token, feature> doubles;
tensor<float> number;
nn::linear<float, dim<3>, dim<4>, output_by_input> unnamed_layer;
tensor<float, token, dim<3>> x_token_3;
tensor<float, token, dim<5>> wide;
tensor<float, token, dim<4>> y_token_4;
constexpr tensor<float, out> b{};
constexpr matrix<token_id<5>, 2, 3> ids{};
constexpr nn::linear<int, dim<3>, dim<4>, output_by_input> layer_of_int{};
constexpr tensor<float, out_3, in> W_of_float{};
constexpr tensor<float, out_3> b_of_float{};
using model = axis<"model", 3>;
using hidden_layer = axis<"hidden", 5>;
using inner = axis<"inner", 4>;
using wide_5 = axis<"wide", 5>;
constexpr tensor<double, dim<2>, model> x_2{{1, 2, -3}, {4, 5, 6}};
nn::feed_forward<float, model, inner, output_by_input, act::relu> network;
tensor<float, token, model> x_float_token_model, y_2, z;
tensor<float, token, inner> hidden_2;
template <class T> using layer_2 = nn::feed_forward<T, model, wide_5, output_by_input, act::relu>;
template <class T> using gated = nn::swiglu<T, model, wide_5, output_by_input>;
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};
using layer_type = nn::feed_forward<double, model, axis<"inner", 5>, output_by_input, act::relu>;

// a layer is to be stored in a layout that is none.
// - in_layout_no_layout: in_layout<without_bias>(constant_layer)
//   ;; in_layout<input_by_output>(constant_layer)
//   ;; attn::in_layout<layout>\(layer\): the layout is output_by_input or input_by_output
// a bias with two axes.
// - linear_bias_matrix: linear<output_by_input>(x, W, W) ;; linear<output_by_input>(x, W,
//   tensor<float, out>{}) ;; attn::linear<layout>\(x, W, b\): b must have one axis, the output
// a bias of double.
// - linear_bias_mixed_element_types: linear<output_by_input>(x, W, b_of_double)
//   ;; linear<output_by_input>(x, W, as<float>(b_of_double))
//   ;; attn::linear<layout>\(x, W, b\): b must have the element type of x; convert with as<T>\(b\)
// a bias of another output.
// - linear_bias_names: linear<output_by_input>(x, W, tensor<float, axis<"hidden", 4>>{})
//   ;; linear<output_by_input>(x, W, tensor<float, out>{})
//   ;; attn::linear<layout>\(x, W, b\): the output of W and b have different names
// a bias for the input.
// - linear_bias_width: linear<output_by_input>(x, W, tensor<float, in>{}) ;; ditto
//   ;; attn::linear<layout>\(x, W, b\): b must have one element per output
// an output that is named as an axis of x.
// - linear_existing_axis: linear<output_by_input>(x, tensor<float, token, in>{})
//   ;; linear<output_by_input>(x, tensor<float, out, in>{})
//   ;; attn::linear<layout>\(x, W\): x has an axis named as the output of W
// a layer for rows of 4, given rows of 3.
// - linear_input_width: nn::linear<float, axis<"in", 4>, out, output_by_input>{}(x)
//   ;; nn::linear<float, in, out, output_by_input>{}(x)
//   ;; attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
// a layer's result into a tensor with the axes of its input.
// - linear_into_axes: void run() { linear_into(x_of_float, named_layer, x_of_float); }
//   ;; void run() { linear_into(y_token_out, named_layer, x_of_float); }
//   ;; attn::linear_into\(out, layer, x\): out must have the axes of layer\(x\)
// rows that have an axis named as the layer's output.
// - linear_into_clash: void run() { linear_into(y, layer, clash); }
//   ;; void run() { linear_into(y, layer, x_token_feature); }
//   ;; attn::linear_into\(out, layer, x\): x has an axis named as the layer's output
// rows whose axis has the layer's width and another name.
// - linear_into_name: void run() { linear_into(y, layer, other); } ;; ditto
//   ;; attn::linear_into\(out, layer, x\): the last axis of x and the layer's input differ in name
// rows of double for a layer of float.
// - linear_into_other_element: void run() { linear_into(y, layer, doubles); } ;; ditto
//   ;; attn::linear_into\(out, layer, x\): x must have the element type of the layer; convert with
//   as<T>\(x\)
// a number where a layer takes rows.
// - linear_into_scalar: void run() { linear_into(y, layer, number); } ;; ditto
//   ;; attn::linear_into\(out, layer, x\): x must have an axis
// rows of another width into a tensor that would fit the layer's result.
// - linear_into_width: void run() { linear_into(y_token_4, unnamed_layer, wide); }
//   ;; void run() { linear_into(y_token_4, unnamed_layer, x_token_3); }
//   ;; attn::linear_into\(out, layer, x\): the last axis of x must be as wide as the layer's input
// a layer whose last option is neither of the two.
// - linear_layer_bias_option: constexpr nn::linear<float, in, out, output_by_input, bool> layer{};
//   ;; constexpr nn::linear<float, in, out, output_by_input, without_bias> layer{};
//   ;; attn::nn::linear: the option after the layout is with_bias or without_bias
// a layer from `hidden` on, given `in`; the weight could not have told.
// - linear_layer_of_another_axis: nn::linear<float, hidden, hidden, output_by_input>{}(x) ;;
//   nn::linear<float, in, hidden, output_by_input>{}(x) ;; attn::linear<layout>\(x, W\): x's last
//   axis and W's input differ in name; is the layout right\?
// a layer with a layout that is none.
// - linear_layer_without_layout: constexpr nn::linear<float, in, out, without_bias> layer{};
//   ;; constexpr nn::linear<float, in, out, output_by_input> layer{};
//   ;; attn::nn::linear: the layout is output_by_input or input_by_output
// a weight of float for rows of double.
// - linear_mixed_element_types: linear<output_by_input>(as<double>(x), W) ;;
//   linear<output_by_input>(as<double>(x), as<double>(W)) ;; attn::linear<layout>\(x, W\): requires
//   one element type for all operands; convert with as<T>\(x\)
// a type that is no layout.
// - linear_no_layout: linear<with_bias>(x, W, b) ;; linear<output_by_input>(x, W, b)
//   ;; attn::linear<layout>\(x, W\): the layout is output_by_input or input_by_output
// a number has no row to multiply.
// - linear_of_number: linear<output_by_input>(tensor<float>{}, W)
//   ;; linear<output_by_input>(tensor<float, in>{}, W)
//   ;; attn::linear<layout>\(x, W\): x must have an axis
// ids go into a layer: the embedding was forgotten.
// - linear_of_token_ids: layer_of_int(ids) ;; layer_of_int(as<int>(ids))
//   ;; attn::linear<layout>\(x, W\): requires elements that can be added and multiplied
// a weight with one axis.
// - linear_weight_vector: linear<output_by_input>(x, tensor<float, in>{}, b)
//   ;; linear<output_by_input>(x, tensor<float, out, in>{}, b)
//   ;; attn::linear<layout>\(x, W\): W must have two axes, input and output
// a weight as PyTorch stores it, taken as one of Keras: the sizes tell.
// - linear_wrong_layout: linear<input_by_output>(x, W, b) ;; linear<output_by_input>(x, W, b)
//   ;; attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
// a square weight in the wrong layout: only the names differ (E21; transformers#47031,
// nanoGPT#190).
// - linear_wrong_layout_square: linear<input_by_output>(x, W_of_float, b_of_float) ;;
//   linear<output_by_input>(x, W_of_float, b_of_float) ;; attn::linear<layout>\(x, W\): x's last
//   axis and W's input differ in name; is the layout right\?
// which GELU? As the activation of a layer.
// - feed_forward_gelu_without_variant: nn::feed_forward<double, model, hidden_layer,
//   output_by_input, act::gelu>{}(x_2)
//   ;; nn::feed_forward<double, model, hidden_layer, output_by_input, act::gelu_tanh>{}(x_2)
//   ;; attn::nn::feed_forward: say which: act::gelu_exact or act::gelu_tanh
// rows of the model's width where rows of the inner width are kept.
// - feed_forward_into_hidden: void run() { feed_forward_into(y_2, z, network, x_float_token_model);
//   } ;; void run() { feed_forward_into(y_2, hidden_2, network, x_float_token_model); } ;;
//   attn::feed_forward_into\(out, hidden, layer, x\): hidden must have the axes of
//   layer.linear1\(x\)
// the two tensors that feed_forward_into writes, in the wrong order.
// - feed_forward_into_out: void run() { feed_forward_into(hidden_2, y_2, network,
//   x_float_token_model); } ;; ditto ;; expect-error: attn::feed_forward_into\(out, hidden, layer,
//   x\): out must have the axes of layer\(x\) ;; expect-error: attn::feed_forward_into\(out,
//   hidden, layer, x\): hidden must have the axes of layer.linear1\(x\) ;; errors: 2
// float weights, double activations.
// - feed_forward_mixed_element_types: layer_2<float>{}(x_2) ;; layer_2<double>{}(x_2)
//   ;; attn::nn::feed_forward: x must have the element type of the layer; convert with as<T>\(x\)
// rows of another axis than d_model.
// - feed_forward_name: layer_2<double>{}(words) ;; ditto
//   ;; attn::nn::feed_forward: the last axis of x and the layer's input differ in name
// something that maps no tensor, as the activation.
// - feed_forward_no_activation: nn::feed_forward<double, model, wide_5, output_by_input,
//   int>{}(x_2) ;; nn::feed_forward<double, model, wide_5, output_by_input, act::tanh>{}(x_2) ;;
//   attn::nn::feed_forward: the activation must be a type that maps tensors, as act::relu
// a layer of a single number.
// - feed_forward_of_number: layer_2<double>{}(tensor<double>{1}) ;; layer_2<double>{}(x_2)
//   ;; attn::nn::feed_forward: x must have an axis
// rows of another width than d_model.
// - feed_forward_width: layer_2<double>{}(wider) ;; ditto
//   ;; attn::nn::feed_forward: the last axis of x must be as wide as the layer's input
// which GELU? As the activation of a layer.
// - gated_feed_forward_gelu_without_variant: nn::gated_feed_forward<double, model, hidden_layer,
//   output_by_input, act::gelu>{}(x_2)
//   ;; nn::gated_feed_forward<double, model, hidden_layer, output_by_input, act::gelu_tanh>{}(x_2)
//   ;; attn::nn::gated_feed_forward: say which: act::gelu_exact or act::gelu_tanh
// float weights, double activations.
// - gated_feed_forward_mixed_element_types: gated<float>{}(x_2) ;; gated<double>{}(x_2)
//   ;; attn::nn::gated_feed_forward: x must have the element type of the layer; convert with
//   as<T>\(x\)
// rows of another axis than d_model.
// - gated_feed_forward_name: gated<double>{}(words) ;; ditto
//   ;; attn::nn::gated_feed_forward: the last axis of x and the layer's input differ in name
// something that maps no tensor, as the activation.
// - gated_feed_forward_no_activation: nn::gated_feed_forward<double, model, wide_5,
//   output_by_input, int>{}(x_2)
//   ;; nn::gated_feed_forward<double, model, wide_5, output_by_input, act::silu>{}(x_2)
//   ;; attn::nn::gated_feed_forward: the activation must be a type that maps tensors, as act::relu
// a layer of a single number.
// - gated_feed_forward_of_number: gated<double>{}(tensor<double>{1}) ;; gated<double>{}(x_2)
//   ;; attn::nn::gated_feed_forward: x must have an axis
// rows of another width than d_model.
// - gated_feed_forward_width: gated<double>{}(wider) ;; ditto
//   ;; attn::nn::gated_feed_forward: the last axis of x must be as wide as the layer's input
// rows that have an axis named as the inner width.
// - feed_forward_inner_axis_in_x: layer_type{}(tensor<double, axis<"inner", 2>, model>{})
//   ;; layer_type{}(tensor<double, axis<"token", 2>, model>{})
//   ;; attn::nn::feed_forward: x has an axis named as d_ff
