// SPDX-License-Identifier: BSL-1.0
// rejected: QK^T of tokens in columns: an article derives A = K^T Q and O = V A^, and then states
//   softmax(QK^T / sqrt d) V without a warning. At one token per feature both have one shape, and
//   other numbers.
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
constexpr tensor<double, d_k, axis<"token", 4>> Q;
constexpr tensor<double, d_k, axis<"key", 4>> K;

#ifdef ATTN_REJECT
constexpr auto out = matmul(Q, transpose(K));
#else
constexpr auto out = column_scores(Q, K);
#endif

static_assert(out.rank > 0);
