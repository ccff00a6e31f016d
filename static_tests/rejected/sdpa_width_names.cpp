// SPDX-License-Identifier: BSL-1.0
// rejected: the values in the place of the keys: sizes agree, but a query is no weighted sum of
//   values.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
// expect-error: the widths of Q and K have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, key, axis<"meaning", 2>> W;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, W, V);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif
