// SPDX-License-Identifier: BSL-1.0
// rejected: two masks: both, or either? PyTorch forbids one beside is_causal in one function and demands it
// in another (pytorch#118972, #99282).
// expect-error: attn::attention_weights\(Q, K, options…\): two options of one kind; two masks are a & b
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, causal<>, valid_keys(2));
#else
constexpr auto weights = attention_weights(Q, K, causal<>& valid_keys(2));
#endif
