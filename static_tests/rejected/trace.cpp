// SPDX-License-Identifier: BSL-1.0
// What attn/models/trace.hpp rejects: what the traced call does, in its words and once. driver.py
// compiles each case with the lines above the first.
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 4>;
using model = axis<"model", 4>;
using other = axis<"other", 4>;
constexpr tensor<double, token, model> x{{1, 0, 0, 1}, {0, 1, 2, 1}, {1, 1, 0, 0}};
constexpr tensor<double, token, other> y;

// case: trace_attention_widths_differ
// rejected: queries and keys of different widths, in a trace.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): the widths of Q and K have different names
// errors: 1
// axes: model, other
#ifdef ATTN_REJECT
constexpr auto t = trace_attention(x, y, y);
#else
constexpr auto t = trace_attention(x, x, y);
#endif

// case: trace_multi_head_of_another_width
// rejected: the input of multi-head attention has another axis than its weights, in a trace.
// expect-error: attn::.*multi_head
// errors: 1
// axes: model, other
constexpr nn::multi_head_attention<double, model, axis<"head", 2>, output_by_input> layer{};
#ifdef ATTN_REJECT
constexpr auto t = trace(layer, y);
#else
constexpr auto t = trace(layer, x);
#endif

// case: trace_encoder_layer_of_another_width
// rejected: the input of an encoder layer has another axis than the layer, in a trace.
// expect-error: attn::nn::encoder_layer\(x, …\)
// errors: 1
// axes: model, other
constexpr nn::encoder_layer<double, model, axis<"head", 2>, axis<"inner", 3>, output_by_input,
                            act::relu, pre_norm>
    layer{};
#ifdef ATTN_REJECT
constexpr auto t = trace(layer, y);
#else
constexpr auto t = trace(layer, x);
#endif

// case: trace_feed_forward_of_another_width
// rejected: the input of a feed-forward layer has another axis than the layer, in a trace.
// expect-error: attn::nn::feed_forward
// errors: 1
// axes: model, other
constexpr nn::feed_forward<double, model, axis<"inner", 3>, output_by_input, act::relu> layer{};
#ifdef ATTN_REJECT
constexpr auto t = trace(layer, y);
#else
constexpr auto t = trace(layer, x);
#endif
