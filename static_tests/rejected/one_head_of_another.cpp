// SPDX-License-Identifier: BSL-1.0
// rejected: the queries of one head against the keys of another: article 1 lets q^{i,1} meet only
//   k^{j,1}, and where each head names its own width nothing else compiles.
// expect-error: attn::attention_scores\(Q, K\): the widths of Q and K have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using q_head = axis<"head", 6>;
using kv_head = axis<"head", 3>;
using token = axis<"token", 2>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 7>;

constexpr tensor<double, q_head, token, width> q;
constexpr tensor<double, kv_head, key, width> k;
constexpr tensor<double, kv_head, key, content> v;
constexpr tensor<double, token, axis<"d_1", 4>> q1;
constexpr tensor<double, key, axis<"d_1", 4>> k1;
constexpr tensor<double, key, axis<"d_2", 4>> k2;

#ifdef ATTN_REJECT
constexpr auto out = attention_scores(q1, k2);
#else
constexpr auto out = attention_scores(q1, k1);
#endif

static_assert(out.rank > 0);
