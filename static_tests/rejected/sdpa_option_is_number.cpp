// SPDX-License-Identifier: BSL-1.0
// rejected: 0.5 as an option: a scale, a dropout probability, or a softcap?
// expect-error: attn::scaled_dot_product_attention\(Q, K, V, options…\):
// expect-error: an argument behind the tensors is no option; a scale is scaled_by\(x\)
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

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, V, 0.5);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V, scaled_by(0.5));
#endif
