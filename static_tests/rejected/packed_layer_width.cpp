// SPDX-License-Identifier: BSL-1.0
// rejected: a packed layer for rows of another width.
// expect-error: attn::linear<layout>\(x, W\): the input of W must be as wide as x
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr auto wide = packed(nn::linear<float, dim<4>, dim<2>, output_by_input>{});
constexpr auto fitting = packed(nn::linear<float, dim<3>, dim<2>, output_by_input>{});
constexpr tensor<float, token, dim<3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto y = wide(x);
#else
constexpr auto y = fitting(x);
#endif
