// SPDX-License-Identifier: BSL-1.0
// rejected: no axis to sum over.
// expect-error: attn::dot<axes…>\(A, B\): name the axes to sum over; for none: einsum
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot(q, k);
#else
constexpr auto y = dot<"d_k">(q, k);
#endif
