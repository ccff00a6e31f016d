// SPDX-License-Identifier: BSL-1.0
// rejected: einsum does not cut axes.
// expect-error: attn::einsum<pattern>\(…\): a pattern is made of names, commas, ... and ->
// expect-note: pattern<attn::label<\d+>\{"i j, k j -> "\}, attn::rules::here<12>, attn::label<\d+>\{"\(i k\)"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"i j, k j -> (i k)">(q, k);
#else
constexpr auto y = einsum<"i j, k j -> i k">(q, k);
#endif
