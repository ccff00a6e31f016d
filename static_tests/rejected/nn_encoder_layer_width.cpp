// SPDX-License-Identifier: BSL-1.0
// rejected: rows of another width than the layer's.
// expect-error: attn::nn::encoder\[_layer\]: the last axis of x must be as wide as the layer
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
constexpr auto y = layer{}(tensor<double, token, dim<6>>{});
#else
constexpr auto y = layer{}(tensor<double, token, dim<4>>{});
#endif
