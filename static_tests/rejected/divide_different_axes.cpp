// SPDX-License-Identifier: BSL-1.0
// rejected: normalising rows by the sums of columns; at equal lengths only the name tells.
// expect-error: attn::divide\(A, B\): both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto quotient = divide(x, y);
#else
constexpr auto quotient = divide(x, x);
#endif
