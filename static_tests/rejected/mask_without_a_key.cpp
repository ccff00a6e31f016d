// SPDX-License-Identifier: BSL-1.0
// rejected: a query that may attend to nobody, known from the type: the first of 3 with 2 keys (flash-
// attention#1778). NaN in one library, 0 in the next, garbage in a third (pytorch#103963,
// #160064, mlx#2395, iree#24175).
// expect-error: attn::attention_weights\(Q, K, options…\): the mask leaves a query without any key; say what its weights are: fully_masked<zero_rows>
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 2>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal<bottom_right>);
#else
constexpr auto weights = attention_weights(Q, K, causal<bottom_right>, fully_masked<zero_rows>);
#endif
