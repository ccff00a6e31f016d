// SPDX-License-Identifier: BSL-1.0
// rejected: a mask of the keys alone, broadcast to whatever fits (keras-hub#783, tensorflow#49237, pytorch-
// seq2seq#119).
// expect-error: attn::attention_weights\(Q, K, options…\): a mask must have the axes of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};
constexpr keep_mask<key> valid{1, 1, 1, 1, 0};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, valid);
#else
constexpr auto weights = attention_weights(Q, K, key_padding(valid));
#endif
