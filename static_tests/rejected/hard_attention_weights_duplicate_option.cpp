// SPDX-License-Identifier: BSL-1.0
// rejected: two scales.
// expect-error: attn::hard_attention_weights\(Q, K, options…\): two options of one kind
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
constexpr auto out = hard_attention_weights(q, k, unscaled, scaled_by(0.5));
#else
constexpr auto out = hard_attention_weights(q, k, unscaled);
#endif

static_assert(out.rank > 0);
