// SPDX-License-Identifier: BSL-1.0
// rejected: one query as a vector: attention is defined for rows of queries, be it only one.
// expect-error: attn::attention_weights\(Q, K\): .*must have at least two axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, feature> query{1, 2};

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(query, K);
#else
constexpr auto out = attention_weights(expand<axis<"token", 1>, 0>(query), K);
#endif
