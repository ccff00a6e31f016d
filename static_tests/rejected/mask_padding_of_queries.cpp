// SPDX-License-Identifier: BSL-1.0
// rejected: padding of the queries, where keys are padded: in self-attention both are tokens (keras-
// hub#783).
// expect-error: a mask must have the axes of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
constexpr keep_mask<token> asked{1, 1, 0};
constexpr keep_mask<key> valid{1, 1, 1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, key_padding(asked));
#else
constexpr auto weights = attention_weights(Q, K, key_padding(valid));
#endif
