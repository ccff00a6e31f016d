// SPDX-License-Identifier: BSL-1.0
// rejected: q has queries, not keys.
// expect-error: attn::einsum<pattern>\(…\): this axis has another name
// expect-note: "query"
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
constexpr auto y = einsum<"batch head key d_k, batch head query d_k -> batch head key query">(q, k);
#else
constexpr auto y = einsum<"batch head query d_k, batch head key d_k -> batch head query key">(q, k);
#endif
