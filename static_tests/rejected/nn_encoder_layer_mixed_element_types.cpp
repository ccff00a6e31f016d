// SPDX-License-Identifier: BSL-1.0
// rejected: rows of float, a layer of double.
// expect-error: attn::nn::encoder\[_layer\]: x must have the element type of the layer; as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
constexpr auto y = layer{}(tensor<float, token, model>{});
#else
constexpr auto y = layer{}(tensor<double, token, model>{});
#endif
