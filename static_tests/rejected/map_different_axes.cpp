// SPDX-License-Identifier: BSL-1.0
// rejected: pairs of elements that do not belong together.
// expect-error: attn::map\(A, B, f\): both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, axis<"key", 3>, feature> y{{1, 2}, {3, 4}, {5, 6}};
constexpr auto smaller = [](double a, double b) { return a < b ? a : b; };

#ifdef ATTN_REJECT
constexpr auto least = map(x, y, smaller);
#else
constexpr auto least = map(x, x, smaller);
#endif
