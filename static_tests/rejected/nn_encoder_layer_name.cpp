// SPDX-License-Identifier: BSL-1.0
// rejected: time and width crossed: both are four wide, and only the names tell.
// expect-error: attn::nn::encoder\[_layer\]: the last axis of x and the layer's width have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<3>;
using model = axis<"m", 4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
using four = axis<"t", 4>;

#ifdef ATTN_REJECT
constexpr auto y = layer{}(tensor<double, model, four>{});
#else
constexpr auto y = layer{}(tensor<double, four, model>{});
#endif
