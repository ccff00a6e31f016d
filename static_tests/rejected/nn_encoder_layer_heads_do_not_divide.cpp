// SPDX-License-Identifier: BSL-1.0
// rejected: three heads for a width of four, in a layer.
// expect-error: attn::nn::encoder\[_layer\]: the number of heads must divide the width
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = dim<4>;
using inner = dim<6>;
constexpr tensor<double, dim<3>, model> x{};
template <std::size_t Heads>
using layer_of =
    nn::encoder_layer<double, model, dim<Heads>, inner, output_by_input, act::relu, post_norm>;

#ifdef ATTN_REJECT
using layer = layer_of<3>;
#else
using layer = layer_of<2>;
#endif
constexpr auto y = layer{}(x);
