// SPDX-License-Identifier: BSL-1.0
// rejected: a type that is no layout.
// expect-error: attn::linear<layout>\(x, W\): the layout is output_by_input or input_by_output
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};
constexpr tensor<float, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<with_bias>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, b);
#endif
