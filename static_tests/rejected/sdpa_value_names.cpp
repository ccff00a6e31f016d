// SPDX-License-Identifier: BSL-1.0
// rejected: values of other things than the keys: the source's keys with the target's values (E17).
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\)
// expect-error: the sequences of K and V have different names
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
constexpr tensor<double, axis<"target", 3>, meaning> other;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(Q, K, other);
#else
constexpr auto out = scaled_dot_product_attention(Q, K, V);
#endif
