// SPDX-License-Identifier: BSL-1.0
// rejected: by position, and the names differ.
// expect-error: attn::dot<axes…>\(A, B\): the axes at these positions have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, axis<"d_v", 6>> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<1>(q, k);
#else
constexpr auto y = dot<1>(q, unnamed(k));
#endif
