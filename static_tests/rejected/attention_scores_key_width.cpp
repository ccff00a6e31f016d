// SPDX-License-Identifier: BSL-1.0
// rejected: scores of queries of width 2 with keys of width 3.
// expect-error: attn::attention_scores\(Q, K\): .*must have the same width \(d_k\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> Q;
constexpr tensor<double, key, feature> K;
constexpr tensor<double, key, axis<"feature", 3>> wide;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(Q, wide);
#else
constexpr auto out = attention_scores(Q, K);
#endif
