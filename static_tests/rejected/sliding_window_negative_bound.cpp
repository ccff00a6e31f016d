// SPDX-License-Identifier: BSL-1.0
// rejected: a window that ends two positions before the query: -1 is no bound at all, in ONNX and here, and
// less is nothing.
// expect-error: attn::sliding_window<l, r>: l and r count positions, 0 or more, or are `unbounded`
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(Q, K, sliding_window<2, -2>, fully_masked<zero_rows>);
#else
constexpr auto weights = attention_weights(Q, K, causal<key_offset<-2>>, fully_masked<zero_rows>);
#endif
