// SPDX-License-Identifier: BSL-1.0
// rejected: the softmax over the wrong axis: an article never says which; with `feature` named
//   there is none among the scores.
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;

#ifdef ATTN_REJECT
constexpr auto out = softmax<"d_k">(column_scores(q, k));
#else
constexpr auto out = softmax<"key">(column_scores(q, k));
#endif

static_assert(out.rank > 0);
