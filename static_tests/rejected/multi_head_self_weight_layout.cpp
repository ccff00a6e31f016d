// SPDX-License-Identifier: BSL-1.0
// rejected: a weight as torch.nn.Linear stores it, (output, input).
// expect-error: attn::multi_head_self_attention\(…\): the input of W_v must be the last axis of X
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model, width> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, stored);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, transpose(stored));
#endif

static_assert(out.rank > 0);
