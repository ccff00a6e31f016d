// SPDX-License-Identifier: BSL-1.0
// rejected: one matrix for all heads, and nobody said how many they are.
// expect-error: attn::multi_head_attention\(…\): each weight must be \(input, output\) with <head>, and \(head, input, output\) without
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
constexpr auto out = multi_head_attention(x, x, x, w, w, w);
#else
constexpr auto out = multi_head_attention<head>(x, x, x, w, w, w);
#endif

static_assert(out.rank > 0);
