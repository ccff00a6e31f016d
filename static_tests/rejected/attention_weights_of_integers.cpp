// SPDX-License-Identifier: BSL-1.0
// rejected: integer weights: softmax has fractions even where the scores have none.
// expect-error: attn::attention_weights\(Q, K\): the elements must have fractions
// expect-error: convert with as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<int, token, feature> Q;
constexpr tensor<int, key, feature> K;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(Q, K);
#else
constexpr auto out = attention_weights(as<double>(Q), as<double>(K));
#endif
