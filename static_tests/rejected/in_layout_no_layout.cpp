// SPDX-License-Identifier: BSL-1.0
// rejected: a layer is to be stored in a layout that is none.
// expect-error: attn::in_layout<layout>\(layer\): the layout is output_by_input or input_by_output
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};
constexpr nn::linear<float, in, out, output_by_input> layer{};

#ifdef ATTN_REJECT
constexpr auto other = in_layout<without_bias>(layer);
#else
constexpr auto other = in_layout<input_by_output>(layer);
#endif
