// SPDX-License-Identifier: BSL-1.0
// rejected: a weight with one axis.
// expect-error: attn::linear<layout>\(x, W\): W must have two axes, input and output
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, tensor<float, in>{}, b);
#else
constexpr auto y = linear<output_by_input>(x, tensor<float, out, in>{}, b);
#endif
