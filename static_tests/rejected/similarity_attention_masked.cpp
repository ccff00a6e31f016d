// SPDX-License-Identifier: BSL-1.0
// rejected: a mask where there is no softmax: an article calls the sum of Similarity * Value the
//   essence of attention, and a similarity of -inf is no weight of 0.
// expect-error: attn::similarity_attention\(Q, K, V, option\): the one option is a similarity
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = similarity_attention(q, k, v, causal<top_left>);
#else
constexpr auto out = scaled_dot_product_attention(q, k, v, causal<top_left>);
#endif

static_assert(out.rank > 0);
