// SPDX-License-Identifier: BSL-1.0
// rejected: "multiply the queries by the keys" means the matrix product.
// expect-error: attn::multiply\(A, B\): both must have the same axes; for a matrix product: matmul
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto product = multiply(x, y);
#else
constexpr auto product = multiply(x, x);
#endif
