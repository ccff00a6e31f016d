// SPDX-License-Identifier: BSL-1.0
// rejected: scores of queries with values: the sizes agree, but one must not meet the other.
// expect-error: attn::attention_scores\(Q, K\): the widths of Q and K have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, axis<"meaning", 2>> W;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(Q, W);
#else
constexpr auto out = attention_scores(Q, K);
#endif
