// SPDX-License-Identifier: BSL-1.0
// rejected: an output projection with one axis.
// expect-error: attn::multi_head_self_attention\(…\): W_o must be \(heads \* d_v, output\), or without <head> \(head, d_v, output\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using model = axis<"model", 6>;
using head = axis<"head", 2>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, width, model> w;
constexpr tensor<double, model> v;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, v);
#else
constexpr auto out = multi_head_self_attention<head>(x, w, w, w, expand<dim<1>>(v));
#endif

static_assert(out.rank > 0);
