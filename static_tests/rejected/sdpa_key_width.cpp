// SPDX-License-Identifier: BSL-1.0
// rejected: queries of width 2 and keys of width 3: d_q and d_k are one number, which articles
//   declare twice.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): .*must have the same width \(d_k\)
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
constexpr tensor<double, key, axis<"feature", 3>> wide;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, wide, V);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif
