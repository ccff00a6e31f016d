// SPDX-License-Identifier: BSL-1.0
// rejected: heads under the name that the tokens have.
// expect-error: attn::multi_head_attention_weights\(…\): two of the axes would have one name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<axis<"token", 2>>(x, x, w, w);
#else
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#endif

static_assert(out.rank > 0);
