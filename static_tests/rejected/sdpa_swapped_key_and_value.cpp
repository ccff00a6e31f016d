// SPDX-License-Identifier: BSL-1.0
// rejected: K and V swapped, which at 3x3 has the right shape.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
// expect-error: the widths of Q and K have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
using meaning = axis<"meaning", 3>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, V, K);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif
