// SPDX-License-Identifier: BSL-1.0
// rejected: a name in the output that is in no operand.
// expect-error: attn::einsum<pattern>\(…\): this name is in no operand
// expect-note: pattern<attn::label<\d+>\{"ij,kj->i"\}, attn::rules::here<8>, attn::label<\d+>\{"l"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->il">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif
