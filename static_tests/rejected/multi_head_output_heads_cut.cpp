// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection for each head, of heads that were cut from one matrix.
// expect-error: attn::multi_head_attention\(…\): W_o must be \(heads \* d_v, output\), or without <head> \(head, d_v, output\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, head, axis<"d_v", 3>, width> w_o;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, w_o);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w, merge<0, 1>(w_o));
#endif

static_assert(out.rank > 0);
