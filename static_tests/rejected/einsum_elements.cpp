// SPDX-License-Identifier: BSL-1.0
// rejected: a float and a double.
// expect-error: attn::einsum<pattern>\(…\): one element type for all; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<float, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = einsum<"ij,kj->ik">(q, k);
#else
constexpr auto y = einsum<"ij,kj->ik">(q, as<double>(k));
#endif
