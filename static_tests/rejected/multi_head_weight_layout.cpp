// SPDX-License-Identifier: BSL-1.0
// rejected: a weight as torch.nn.Linear stores it, (output, input), and square: only the names tell.
// expect-error: attn::multi_head_attention\(…\): the input of W_q must be the last axis of Xq
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, stored, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, transpose(stored), w, w);
#endif

static_assert(out.rank > 0);
