// SPDX-License-Identifier: BSL-1.0
// rejected: a layer whose last option is neither of the two.
// expect-error: attn::nn::linear: behind the layout stands with_bias or without_bias
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using in = axis<"in", 3>;
using out = axis<"out", 4>;
constexpr tensor<float, token, in> x{};

#ifdef ATTN_REJECT
constexpr nn::linear<float, in, out, output_by_input, bool> layer{};
#else
constexpr nn::linear<float, in, out, output_by_input, without_bias> layer{};
#endif
