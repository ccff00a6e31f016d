// SPDX-License-Identifier: BSL-1.0
// rejected: three keys and two values: each key looks up one value.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): one value per key
// expect-error: K and V must be as long
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
constexpr tensor<double, axis<"key", 2>, meaning> too_few;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, too_few);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif
