// SPDX-License-Identifier: BSL-1.0
// rejected: a bias of (key, token): of 3 and 3 tokens nobody would notice.
// expect-error: attn::attention_weights\(Q, K, options…\): a bias must have the axes of the scores, \(…, query, key\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr tensor<double, key, token> distance{{0, 1, 2}, {1, 0, 1}, {2, 1, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, biased_by(distance));
#else
constexpr auto weights = attention_weights(Q, K, biased_by(transpose(distance)));
#endif
