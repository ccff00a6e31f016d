// SPDX-License-Identifier: BSL-1.0
// rejected: 4 heads: they divide the width of the keys, and not that of the values.
// expect-error: attn::attention_of_slices<head>\(Q, K, V\): the number of heads must divide the widths
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> q;
constexpr tensor<double, key, width> k;
constexpr tensor<double, key, axis<"content", 6>> v;

#ifdef ATTN_REJECT
constexpr auto out = attention_of_slices<axis<"head", 4>>(q, k, v);
#else
constexpr auto out = attention_of_slices<head>(q, k, v);
#endif

static_assert(out.rank > 0);
