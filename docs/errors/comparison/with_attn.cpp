// SPDX-License-Identifier: BSL-1.0
// Ten mistakes with attn; -D MISTAKE=3 makes the third one, and without it there is none.
#include <attn/ops.hpp>

#ifndef MISTAKE
#define MISTAKE 0
#endif

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 4>;
using d_k = axis<"d_k", 3>;
using content = axis<"content", 5>;
using model = axis<"model", 8>;

constexpr tensor<double, token, d_k> Q;
constexpr tensor<double, key, d_k> K;
constexpr tensor<double, key, content> V;
constexpr tensor<double, token, model> x;

#if MISTAKE == 1
constexpr auto scores = matmul(Q, K);
#else
constexpr auto scores = matmul(Q, transpose(K));
#endif

constexpr tensor<double, axis<"key", 3>, d_k> as_many_keys;
#if MISTAKE == 2
constexpr auto square = matmul(Q, as_many_keys);
#else
constexpr auto square = matmul(Q, transpose(as_many_keys));
#endif

constexpr tensor<double, key, axis<"d_k", 4>> wider_K;
#if MISTAKE == 3
constexpr auto found = scaled_dot_product_attention(Q, wider_K, V);
#else
constexpr auto found = scaled_dot_product_attention(Q, K, V);
#endif

constexpr tensor<double, axis<"key", 3>, content> fewer_V;
#if MISTAKE == 4
constexpr auto looked_up = scaled_dot_product_attention(Q, K, fewer_V);
#else
constexpr auto looked_up = scaled_dot_product_attention(Q, K, V);
#endif

constexpr keep_mask<key, token> mask{{1, 1}, {1, 1}, {1, 1}, {0, 1}};
#if MISTAKE == 5
constexpr auto masked = scaled_dot_product_attention(Q, K, V, mask);
#else
constexpr auto masked = scaled_dot_product_attention(Q, K, V, transpose(mask));
#endif

#if MISTAKE == 6
constexpr auto weights = softmax<"d_k">(tensor<double, token, key>());
#else
constexpr auto weights = softmax<"key">(tensor<double, token, key>());
#endif

constexpr tensor<double, token> bias_of_tokens;
constexpr tensor<double, model> bias;
#if MISTAKE == 7
constexpr auto biased = add_bias(x, bias_of_tokens);
#else
constexpr auto biased = add_bias(x, bias);
#endif

#if MISTAKE == 8
constexpr auto heads = split_heads<axis<"head", 3>, axis<"d_k", 2>>(x);
#else
constexpr auto heads = split_heads<axis<"head", 4>, axis<"d_k", 2>>(x);
#endif

#if MISTAKE == 9
constexpr auto reshaped = rearrange<"t (h d) -> t h d">(x, axis<"h", 3>(), axis<"d", 3>());
#else
constexpr auto reshaped = rearrange<"t (h d) -> t h d">(x, axis<"h", 2>(), axis<"d", 4>());
#endif

constexpr nn::linear<double, content, model, output_by_input> layer{};
constexpr tensor<double, token, content> contents;
#if MISTAKE == 10
constexpr auto projected = layer(x);
#else
constexpr auto projected = layer(contents);
#endif
