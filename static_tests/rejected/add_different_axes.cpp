// SPDX-License-Identifier: BSL-1.0
// rejected: the sum of a queries' and a keys' matrix: a residual connection to the wrong input.
// expect-error: attn: A \+ B: both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr auto sum = x + y;
#else
constexpr auto sum = x + rename<"key", "token">(y);
#endif
