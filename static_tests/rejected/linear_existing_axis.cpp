// SPDX-License-Identifier: BSL-1.0
// rejected: an output that is named as an axis of x.
// expect-error: attn::linear<layout>\(x, W\): x has an axis named as the output of W
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr auto y = linear<output_by_input>(x, tensor<float, token, in>{});
#else
constexpr auto y = linear<output_by_input>(x, tensor<float, out, in>{});
#endif
