// SPDX-License-Identifier: BSL-1.0
// rejected: one letter, two sizes: Q K without the transposition.
// expect-error: attn::einsum<pattern>\(…\): this name had another size
// expect-note: pattern<attn::label<\d+>\{"\.\.\.ij,\.\.\."\}, attn::rules::here<9>, attn::label<\d+>\{"jk->\.\.\.ik"\}>
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, batch, head, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"...ij,...jk->...ik">(q, k);
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif
