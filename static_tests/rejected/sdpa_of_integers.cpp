// SPDX-License-Identifier: BSL-1.0
// rejected: integer weights: softmax has fractions even where the scores have none.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): the elements must have fractions
// expect-error: convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<int, token, feature> Q;
constexpr tensor<int, key, feature> K;
constexpr tensor<int, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#else
constexpr auto out = scaled_dot_product_attention(as<double>(Q), as<double>(K), as<double>(V));
#endif
