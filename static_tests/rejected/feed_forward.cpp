// SPDX-License-Identifier: BSL-1.0
// What attn/layers/feed_forward.hpp rejects. driver.py compiles each case
// with the lines above the first.
#include <attn.hpp>

using namespace attn;

// case: feed_forward_gelu_without_variant
// rejected: which GELU? As the activation of a layer.
// expect-error: attn::nn::feed_forward: say which: act::gelu_exact or act::gelu_tanh
// errors: 1
using model = axis<"model", 3>;
using hidden_layer = axis<"hidden", 5>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = nn::feed_forward<double, model, hidden_layer, output_by_input, act::gelu>{}(x);
#else
constexpr auto y =
    nn::feed_forward<double, model, hidden_layer, output_by_input, act::gelu_tanh>{}(x);
#endif

// case: feed_forward_into_hidden
// rejected: rows of the model's width where those of the inner width are kept.
// expect-error: attn::feed_forward_into\(out, hidden, layer, x\): hidden must have the axes of layer.linear1\(x\)
// errors: 1
using token = axis<"token", 2>;
using model = axis<"model", 3>;
using inner = axis<"inner", 4>;
nn::feed_forward<float, model, inner, output_by_input, act::relu> layer;
tensor<float, token, model> x, y, z;
tensor<float, token, inner> hidden;

#ifdef ATTN_REJECT
void run() { feed_forward_into(y, z, layer, x); }
#else
void run() { feed_forward_into(y, hidden, layer, x); }
#endif

// case: feed_forward_into_out
// rejected: the two tensors that feed_forward_into writes, in the wrong order.
// expect-error: attn::feed_forward_into\(out, hidden, layer, x\): out must have the axes of layer\(x\)
// expect-error: attn::feed_forward_into\(out, hidden, layer, x\): hidden must have the axes of layer.linear1\(x\)
// errors: 2
using token = axis<"token", 2>;
using model = axis<"model", 3>;
using inner = axis<"inner", 4>;
nn::feed_forward<float, model, inner, output_by_input, act::relu> layer;
tensor<float, token, model> x, y;
tensor<float, token, inner> hidden;

#ifdef ATTN_REJECT
void run() { feed_forward_into(hidden, y, layer, x); }
#else
void run() { feed_forward_into(y, hidden, layer, x); }
#endif

// case: feed_forward_mixed_element_types
// rejected: float weights, double activations.
// expect-error: attn::nn::feed_forward: x must have the element type of the layer; convert with as<T>\(x\)
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = layer<float>{}(x);
#else
constexpr auto y = layer<double>{}(x);
#endif

// case: feed_forward_name
// rejected: rows of another axis than d_model.
// expect-error: attn::nn::feed_forward: the last axis of x and the layer's input differ in name
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = layer<double>{}(words);
#else
constexpr auto y = layer<double>{}(x);
#endif

// case: feed_forward_no_activation
// rejected: something that maps no tensor, as the activation.
// expect-error: attn::nn::feed_forward: the activation must be a type that maps tensors, as act::relu
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = nn::feed_forward<double, model, wide, output_by_input, int>{}(x);
#else
constexpr auto y = nn::feed_forward<double, model, wide, output_by_input, act::tanh>{}(x);
#endif

// case: feed_forward_of_number
// rejected: a layer of a single number.
// expect-error: attn::nn::feed_forward: x must have an axis
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = layer<double>{}(tensor<double>{1});
#else
constexpr auto y = layer<double>{}(x);
#endif

// case: feed_forward_width
// rejected: rows of another width than d_model.
// expect-error: attn::nn::feed_forward: the last axis of x must be as wide as the layer's input
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = layer<double>{}(wider);
#else
constexpr auto y = layer<double>{}(x);
#endif

// case: gated_feed_forward_gelu_without_variant
// rejected: which GELU? As the activation of a layer.
// expect-error: attn::nn::gated_feed_forward: say which: act::gelu_exact or act::gelu_tanh
// errors: 1
using model = axis<"model", 3>;
using hidden_layer = axis<"hidden", 5>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y =
    nn::gated_feed_forward<double, model, hidden_layer, output_by_input, act::gelu>{}(x);
#else
constexpr auto y =
    nn::gated_feed_forward<double, model, hidden_layer, output_by_input, act::gelu_tanh>{}(x);
#endif

// case: gated_feed_forward_mixed_element_types
// rejected: float weights, double activations.
// expect-error: attn::nn::gated_feed_forward: x must have the element type of the layer; convert with as<T>\(x\)
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = gated<float>{}(x);
#else
constexpr auto y = gated<double>{}(x);
#endif

// case: gated_feed_forward_name
// rejected: rows of another axis than d_model.
// expect-error: attn::nn::gated_feed_forward: the last axis of x and the layer's input differ in name
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = gated<double>{}(words);
#else
constexpr auto y = gated<double>{}(x);
#endif

// case: gated_feed_forward_no_activation
// rejected: something that maps no tensor, as the activation.
// expect-error: attn::nn::gated_feed_forward: the activation must be a type that maps tensors, as act::relu
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = nn::gated_feed_forward<double, model, wide, output_by_input, int>{}(x);
#else
constexpr auto y = nn::gated_feed_forward<double, model, wide, output_by_input, act::silu>{}(x);
#endif

// case: gated_feed_forward_of_number
// rejected: a layer of a single number.
// expect-error: attn::nn::gated_feed_forward: x must have an axis
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = gated<double>{}(tensor<double>{1});
#else
constexpr auto y = gated<double>{}(x);
#endif

// case: gated_feed_forward_width
// rejected: rows of another width than d_model.
// expect-error: attn::nn::gated_feed_forward: the last axis of x must be as wide as the layer's input
// errors: 1
using model = axis<"model", 3>;
using wide = axis<"wide", 5>;
template <class T>
using layer = nn::feed_forward<T, model, wide, output_by_input, act::relu>;
template <class T>
using gated = nn::swiglu<T, model, wide, output_by_input>;
constexpr tensor<double, dim<2>, model> x{{1, 2, -3}, {4, 5, 6}};
constexpr matrix<double, 2, 4> wider{{1, 2, -3, 0}, {4, 5, 6, 0}};
constexpr tensor<double, dim<2>, axis<"word", 3>> words{{1, 2, -3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = gated<double>{}(wider);
#else
constexpr auto y = gated<double>{}(x);
#endif

// case: feed_forward_inner_axis_in_x
// rejected: rows that have an axis named as the inner width.
// expect-error: attn::nn::feed_forward: x has an axis named as d_ff
// errors: 1
using model = axis<"model", 3>;
using layer_type = nn::feed_forward<double, model, axis<"inner", 5>, output_by_input, act::relu>;

#ifdef ATTN_REJECT
constexpr auto y = layer_type{}(tensor<double, axis<"inner", 2>, model>{});
#else
constexpr auto y = layer_type{}(tensor<double, axis<"token", 2>, model>{});
#endif
