// SPDX-License-Identifier: BSL-1.0
// rejected: x - x^T of a square matrix: the same sizes, but a token is no feature.
// expect-error: attn: A - B: both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}};
constexpr tensor<double, feature, token> y{{1, 3}, {2, 4}};

#ifdef ATTN_REJECT
constexpr auto difference = x - y;
#else
constexpr auto difference = x - x;
#endif
