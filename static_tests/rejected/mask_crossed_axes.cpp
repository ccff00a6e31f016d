// SPDX-License-Identifier: BSL-1.0
// rejected: a mask of (key, token): of 3 and 3 tokens nobody would notice
//   (https://github.com/keras-team/keras-hub/issues/783).
// expect-error: a mask must have the axes of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};
constexpr keep_mask<key, token> past{{1, 1, 1}, {0, 1, 1}, {0, 0, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, past);
#else
constexpr auto weights = attention_weights(Q, K, transpose(past));
#endif
