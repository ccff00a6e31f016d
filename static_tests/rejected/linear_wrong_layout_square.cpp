// SPDX-License-Identifier: BSL-1.0
// rejected: a square weight in the wrong layout: only the names tell (E21;
// transformers#47031, nanoGPT#190).
// expect-error: attn::linear<layout>\(x, W\): x's last axis and W's input differ in name; is the layout right\?
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 3>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};
constexpr tensor<float, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<input_by_output>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, b);
#endif
