// SPDX-License-Identifier: BSL-1.0
// rejected: a block of scores with the values of another.
// expect-error: attn::part_of\(scores, V\): one value per key
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
constexpr auto out = part_of(attention_scores(q, k), tensor<double, dim<4>, content>{}).weighted;
#else
constexpr auto out = part_of(attention_scores(q, k), v).weighted;
#endif

static_assert(out.rank > 0);
