// SPDX-License-Identifier: BSL-1.0
// rejected: a layer for rows of 4, given rows of 3.
// expect-error: attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr nn::linear<float, axis<"in", 4>, out, output_by_input> layer{};
constexpr auto y = layer(x);
#else
constexpr nn::linear<float, in, out, output_by_input> layer{};
constexpr auto y = layer(x);
#endif
