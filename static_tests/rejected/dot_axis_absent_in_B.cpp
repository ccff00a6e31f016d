// SPDX-License-Identifier: BSL-1.0
// rejected: B has no such axis.
// expect-error: attn::dot<axes…>\(A, B\): B has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"query">(q, k);
#else
constexpr auto y = dot<"d_k">(q, k);
#endif
