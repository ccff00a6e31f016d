// SPDX-License-Identifier: BSL-1.0
// rejected: `*` is the element-wise product of NumPy's arrays and the matrix product of its
//   matrices.
// expect-error: attn: A \* B: say which product: multiply\(A, B\) or matmul\(A, B\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto product = x * x;
#else
constexpr auto product = multiply(x, x);
#endif
