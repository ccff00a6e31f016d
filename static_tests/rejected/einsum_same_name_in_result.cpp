// SPDX-License-Identifier: BSL-1.0
// rejected: self-attention: tokens by tokens.
// expect-error: attn::einsum<pattern>\(…\): the result would have two axes of this name
// expect-note: pattern<attn::label<\d+>\{"id,jd->i"\}, attn::rules::here<8>, attn::label<\d+>\{"j"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, token, d_k> q;
constexpr tensor<double, token, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"id,jd->ij">(q, k);
#else
constexpr auto y = einsum<"id,jd->ij">(q, as_keys(k));
#endif
