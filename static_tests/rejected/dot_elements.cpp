// SPDX-License-Identifier: BSL-1.0
// rejected: a float and a double.
// expect-error: attn::dot<axes…>\(A, B\): A and B must have one element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, query, d_k> q;
constexpr tensor<float, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = dot<"d_k">(q, as<double>(k));
#endif
