// SPDX-License-Identifier: BSL-1.0
// rejected: a tensor has at most 4 axes.
// expect-error: attn::dot<axes…>\(A, B\): a tensor has at most 4 axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using query = axis<"query", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, query, d_k> q;
constexpr tensor<double, dim<2>, key, d_k> k;

#ifdef ATTN_REJECT
constexpr auto y = dot<"d_k">(q, k);
#else
constexpr auto y = dot<"d_k">(tensor<double, head, query, d_k>(), tensor<double, key, d_k>());
#endif
