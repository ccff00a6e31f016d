// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection of another width than the heads have together.
// expect-error: attn::multi_head_self_attention\(…\): the input of W_o must be heads times d_v
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, width, model> other;
constexpr tensor<double, model, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, other);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, w_o);
#endif

static_assert(out.rank > 0);
