// SPDX-License-Identifier: BSL-1.0
// rejected: a weight as PyTorch stores it, taken as one of Keras: the sizes tell.
// expect-error: attn::linear<layout>\(x, W\): the input of W must be as wide as x; is the layout right\?
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
constexpr auto y = linear<input_by_output>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, b);
#endif
