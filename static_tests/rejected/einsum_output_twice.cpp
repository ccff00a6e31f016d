// SPDX-License-Identifier: BSL-1.0
// rejected: a name twice in the output.
// expect-error: attn::einsum<pattern>\(…\): this name stands on its side already
// expect-note: pattern<attn::label<\d+>\{"ij,kj->i"\}, attn::rules::here<8>, attn::label<\d+>\{"ik"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->iik">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif
