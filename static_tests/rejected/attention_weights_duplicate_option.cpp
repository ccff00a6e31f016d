// SPDX-License-Identifier: BSL-1.0
// rejected: two scales: the one or the other, or one after the other?
// expect-error: attn::attention_weights\(Q, K, options…\): two options of one kind
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(Q, K, unscaled, scaled_by(0.5));
#else
constexpr auto out = attention_weights(Q, K, scaled_by(0.5));
#endif
