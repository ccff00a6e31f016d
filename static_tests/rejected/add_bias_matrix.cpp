// SPDX-License-Identifier: BSL-1.0
// rejected: a bias with two axes: that is a sum.
// expect-error: attn::add_bias\(x, b\): b must have one axis, the last one of x
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, x);
#else
constexpr auto y = x + x;
#endif
