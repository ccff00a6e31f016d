// SPDX-License-Identifier: BSL-1.0
// rejected: a layer with a layout that is none.
// expect-error: attn::nn::linear: the layout is output_by_input or input_by_output
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr nn::linear<float, in, out, without_bias> layer{};
#else
constexpr nn::linear<float, in, out, output_by_input> layer{};
#endif
