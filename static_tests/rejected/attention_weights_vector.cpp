// SPDX-License-Identifier: BSL-1.0
// rejected: one query without an axis for the queries: rank-2 keys, rank-1 query, and PyTorch
//   has to guess.
// expect-error: attn::attention_weights\(Q, K\): .*must have at least two axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, feature> query{1, 2};

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(query, K);
#else
constexpr auto out = attention_weights(expand<axis<"token", 1>, 0>(query), K);
#endif
