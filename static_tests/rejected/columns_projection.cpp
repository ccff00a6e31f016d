// SPDX-License-Identifier: BSL-1.0
// rejected: "I multiplied by W^q": an article says that for Q = W^q I, and of columns the product
//   is the other way round.
// expect-error: attn::matmul\(A, B\): the contracted axes have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using d_k = axis<"d_k", 4>;
using d_v = axis<"d_v", 2>;

constexpr tensor<double, d_k, token> q;
constexpr tensor<double, d_k, key> k;
constexpr tensor<double, d_v, key> v;
constexpr tensor<double, axis<"feature", 4>, axis<"token", 4>> I;
constexpr tensor<double, d_k, axis<"feature", 4>> W_q;

#ifdef ATTN_REJECT
constexpr auto out = matmul(I, W_q);
#else
constexpr auto out = matmul(W_q, I);
#endif

static_assert(out.rank > 0);
