// SPDX-License-Identifier: BSL-1.0
// rejected: causal<> for 3 queries and 5 keys. PyTorch aligns the first ones, FlashAttention from 2.1 on
// the last (pytorch#108108, flash-attention#517, mlx#2967, ThunderKittens#125).
// expect-error: attn::attention_weights\(Q, K, options…\): causal<> and sliding_window<l, r> are for as many keys as
// expect-error: queries; else say from where: causal<top_left>, causal<bottom_right>
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal<>);
#else
constexpr auto weights = attention_weights(Q, K, causal<bottom_right>);
#endif
