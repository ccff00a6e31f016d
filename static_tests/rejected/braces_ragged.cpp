// SPDX-License-Identifier: BSL-1.0
// rejected: one row is short; C++ arrays fill it up with zeros, and NumPy before 1.24 made an
//   array of lists.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, token, feature> x{{1, 2}, {3}, {5, 6}};
#else
constexpr tensor<double, token, feature> x{{1, 2}, {3, 0}, {5, 6}};
#endif
