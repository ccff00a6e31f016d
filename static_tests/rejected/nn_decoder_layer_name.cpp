// SPDX-License-Identifier: BSL-1.0
// rejected: rows with another axis for their width, of the same size.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory\): the last axis of y and the layer's width have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<3>;
using model = axis<"m", 4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(tensor<double, token, axis<"o", 4>>{}, memory);
#else
constexpr auto z = layer{}(y, memory);
#endif
