// SPDX-License-Identifier: BSL-1.0
// rejected: a vector has no columns: is it one row or one column?
// expect-error: attn::matmul\(A, B\): A and B must have at least two axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};

#ifdef ATTN_REJECT
constexpr auto scores = matmul(Q, tensor<double, feature>{1, 2, 3});
#else
constexpr auto scores = matmul(Q, tensor<double, feature, dim<1>>{{1}, {2}, {3}});
#endif
