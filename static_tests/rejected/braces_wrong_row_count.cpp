// SPDX-License-Identifier: BSL-1.0
// rejected: two rows for three tokens; where shapes are values, x becomes a smaller matrix.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}};
#else
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};
#endif
