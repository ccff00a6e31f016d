// SPDX-License-Identifier: BSL-1.0
// rejected: float queries and double keys: which of the two is the result?
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): one element type for all
// expect-error: convert with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<float, token, feature> q;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(q, K, V);
#else
constexpr auto out = scaled_dot_product_attention(as<double>(q), K, V);
#endif
