// SPDX-License-Identifier: BSL-1.0
// rejected: a bias of double.
// expect-error: attn::linear<layout>\(x, W, b\): b must have the element type of x; convert with as<T>\(b\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};
constexpr tensor<double, out> b{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, W, b);
#else
constexpr auto y = linear<output_by_input>(x, W, as<float>(b));
#endif
