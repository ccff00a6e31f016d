// SPDX-License-Identifier: BSL-1.0
// rejected: the weights' keys meet the values' features: V^T where V was meant, unnoticed at
//   3x3 (E15).
// expect-error: attn::matmul\(A, B\): the contracted axes have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, key, feature> V{{1, 2, 3}, {2, 8, 0}, {2, 6, 3}};
constexpr tensor<double, token, key> weights{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

#ifdef ATTN_REJECT
constexpr auto out = matmul(weights, transpose(V));
#else
constexpr auto out = matmul(weights, V);
#endif
