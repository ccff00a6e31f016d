// SPDX-License-Identifier: BSL-1.0
// rejected: values in float.
// expect-error: attn::online_attention<block>\(Q, K, V\): one element type
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using content = axis<"content", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, content> v;

#ifdef ATTN_REJECT
constexpr auto out = online_attention<2>(q, k, as<float>(v));
#else
constexpr auto out = online_attention<2>(q, k, v);
#endif

static_assert(out.rank > 0);
