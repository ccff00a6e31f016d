// SPDX-License-Identifier: BSL-1.0
// rejected: one head's plane where there are two heads: rank 3 is counted level by level.
// expect-error: attn::tensor: the braces must have one entry per index of each axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = axis<"head", 2>;
using token = axis<"token", 3>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
constexpr tensor<double, head, token, feature> x{{{1, 2}, {3, 4}, {5, 6}}};
#else
constexpr tensor<double, head, token, feature> x{{{1, 2}, {3, 4}, {5, 6}},
                                                 {{1, 2}, {3, 4}, {5, 6}}};
#endif
