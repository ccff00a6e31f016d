// SPDX-License-Identifier: BSL-1.0
// rejected: a weight of float for rows of double.
// expect-error: attn::linear<layout>\(x, W\): one element type for all; convert with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(as<double>(x), W);
#else
constexpr auto y = linear<output_by_input>(as<double>(x), as<double>(W));
#endif
