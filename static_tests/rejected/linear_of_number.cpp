// SPDX-License-Identifier: BSL-1.0
// rejected: a number has no row to multiply.
// expect-error: attn::linear<layout>\(x, W\): x must have an axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr tensor<float, out, in> W{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(tensor<float>{}, W);
#else
constexpr auto y = linear<output_by_input>(tensor<float, in>{}, W);
#endif
