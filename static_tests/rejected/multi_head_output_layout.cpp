// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection as torch.nn.Linear stores it, square: only the names tell.
// expect-error: attn::multi_head_attention\(…\): the input of W_o must be heads times d_v
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, axis<"out", 6>, model> stored;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, stored);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, transpose(stored));
#endif

static_assert(out.rank > 0);
