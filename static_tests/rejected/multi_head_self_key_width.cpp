// SPDX-License-Identifier: BSL-1.0
// rejected: queries of a width of their own (E6).
// expect-error: attn::multi_head_self_attention\(…\): W_q and W_k must have outputs of one size
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, axis<"model", 8>> wider;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, wider, w, w);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, wider);
#endif

static_assert(out.rank > 0);
