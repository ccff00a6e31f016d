// SPDX-License-Identifier: BSL-1.0
// rejected: one name and two sizes.
// expect-error: attn::dot<axes…>\(A, B\): the summed axes must have the same size in A and B
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<double, key, axis<"d_k", 7>> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = dot<"d_k">(q, tensor<double, key, d_k>());
#endif
