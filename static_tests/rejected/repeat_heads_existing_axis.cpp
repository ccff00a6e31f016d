// SPDX-License-Identifier: BSL-1.0
// rejected: heads named as the width is.
// expect-error: attn::repeat_heads<head>\(x\): x has another axis of that name
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

#ifdef ATTN_REJECT
constexpr auto out = repeat_heads<axis<"width", 6>>(k);
#else
constexpr auto out = repeat_heads<q_head>(k);
#endif

static_assert(out.rank > 0);
