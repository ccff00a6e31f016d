// SPDX-License-Identifier: BSL-1.0
// rejected: values of another batch.
// expect-error: attn::column_attention\(Q, K, V\): the leading axes must agree
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
constexpr auto out = column_attention(q, k, tensor<double, dim<2>, d_v, key>{});
#else
constexpr auto out = column_attention(q, k, v);
#endif

static_assert(out.rank > 0);
