// SPDX-License-Identifier: BSL-1.0
// rejected: a matrix for each head, and then cut into heads (E28).
// expect-error: attn::multi_head_attention_weights\(…\): each weight must be \(input, output\) with <head>, and \(head, input, output\) without
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using width = axis<"width", 4>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, width> x;
constexpr tensor<double, head, width, d_k> w;

#ifdef ATTN_REJECT
constexpr auto out = multi_head_attention_weights<head>(x, x, w, w);
#else
constexpr auto out = multi_head_attention_weights(x, x, w, w);
#endif

static_assert(out.rank > 0);
