// SPDX-License-Identifier: BSL-1.0
// rejected: both have tokens: the result would have them twice.
// expect-error: attn::dot<axes…>\(A, B\): A and B share another name; rename one, e.g. as_keys\(B\), or say what is meant: einsum
// expect-note: batch
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
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = einsum<"...qd,...kd->...qk">(q, k);
#endif
