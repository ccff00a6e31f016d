// SPDX-License-Identifier: BSL-1.0
// rejected: an implicit output: NumPy sorts the letters, and `ba` is a transposition.
// expect-error: attn::einsum<pattern>\(…\): a pattern needs an arrow: before -> behind
// expect-note: pattern<attn::label<\d+>\{"ij,kj"\}, attn::rules::here<5>, attn::label<1>\{.*?\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif
