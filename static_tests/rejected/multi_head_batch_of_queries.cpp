// SPDX-License-Identifier: BSL-1.0
// rejected: a batch of queries asks a sequence without a batch.
// expect-error: attn::multi_head_attention\(…\): the leading axes of Xq, Xk and Xv must agree
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"batch", 2>, token, width> two;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(two, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);
