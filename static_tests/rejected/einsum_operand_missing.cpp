// SPDX-License-Identifier: BSL-1.0
// rejected: two terms, one operand.
// expect-error: attn::einsum<pattern>\(…\): one operand for each term, with commas between them
// expect-note: attn::rules::size<1>
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->ik">(q);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#endif
