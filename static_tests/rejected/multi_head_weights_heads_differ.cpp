// SPDX-License-Identifier: BSL-1.0
// rejected: three heads of keys for two of queries.
// expect-error: attn::multi_head_attention_weights\(…\): the weights must have the same heads
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;
constexpr tensor<double, axis<"head", 3>, width, d_k> three;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights(x, x, w, three);
#else
constexpr auto out = multi_head_attention_weights(x, x, w, w);
#endif

static_assert(out.rank > 0);
