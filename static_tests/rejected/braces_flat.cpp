// SPDX-License-Identifier: BSL-1.0
// rejected: six numbers in a row for a matrix of three rows: numpy.array(...).reshape(3, 2)
//   without the reshape.
// expect-error: attn::tensor: rows need braces of their own: \{\{…\}, \{…\}\}
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, token, feature> x{1, 2, 3, 4, 5, 6};
#else
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
#endif
