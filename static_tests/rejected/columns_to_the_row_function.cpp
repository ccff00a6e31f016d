// SPDX-License-Identifier: BSL-1.0
// rejected: tokens in columns, to the function for tokens in rows; square, so that only the names
//   tell.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): the widths of Q and K have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;
constexpr tensor<double, d_k, axis<"token", 4>> Q;
constexpr tensor<double, d_k, axis<"key", 4>> K;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, K);
#else
constexpr auto out = column_attention(Q, K, K);
#endif

static_assert(out.rank > 0);
