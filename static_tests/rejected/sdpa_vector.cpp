// SPDX-License-Identifier: BSL-1.0
// rejected: one query as a vector: attention is defined for rows of queries, be it only one.
// expect-error: attn::scaled_dot_product_attention\(Q, K, V\): .*must have at least two axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
using meaning = axis<"meaning", 4>;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, meaning> V;
constexpr tensor<double, feature> query{1, 2};

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(query, K, V);
#else
constexpr auto out = scaled_dot_product_attention(expand<axis<"token", 1>, 0>(query), K, V);
#endif
