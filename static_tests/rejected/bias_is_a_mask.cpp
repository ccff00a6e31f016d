// SPDX-License-Identifier: BSL-1.0
// rejected: a mask, added to the scores: its ones would be a little encouragement.
// expect-error: attn::attention_weights\(Q, K, options…\): a bias must have the element type of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr keep_mask<token, key> past{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, biased_by(past));
#else
constexpr auto weights = attention_weights(Q, K, past);
#endif
