// SPDX-License-Identifier: BSL-1.0
// rejected: the expectation has two rows, the result three.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> Q{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}};

#ifdef ATTN_REJECT
constexpr bool close = allclose(Q, {{1, 0, 2}, {2, 2, 2}});
#else
constexpr bool close = allclose(Q, {{1, 0, 2}, {2, 2, 2}, {2, 1, 3}});
#endif
