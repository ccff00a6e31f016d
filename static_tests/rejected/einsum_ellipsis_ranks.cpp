// SPDX-License-Identifier: BSL-1.0
// rejected: ellipses that stand for two axes and for none.
// expect-error: attn::einsum<pattern>\(…\): each ellipsis must stand for as many axes
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
constexpr auto y = einsum<"...qd,...kd->...qk">(q, tensor<double, key, d_k>());
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif
