// SPDX-License-Identifier: BSL-1.0
// rejected: three letters, two axes.
// expect-error: attn::einsum<pattern>\(…\): this term must have as many axes as its operand
// expect-note: pattern<attn::label<1>\{.*?\}, attn::rules::here<0>, attn::label<\d+>\{"ijd,kd->ik"\}>, attn::rules::rank<2>
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ijd,kd->ik">(q, k);
#else
constexpr auto y = einsum<"id,kd->ik">(q, k);
#endif
