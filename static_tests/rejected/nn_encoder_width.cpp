// SPDX-License-Identifier: BSL-1.0
// rejected: rows of 8 for a stack of width 6, blamed on the stack and not on a layer inside.
// expect-error: attn::nn::encoder\[_layer\]: the last axis of x must be as wide as the layer
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = stack(tensor<float, token, axis<"model", 8>>{});
#else
constexpr auto y = stack(x);
#endif
