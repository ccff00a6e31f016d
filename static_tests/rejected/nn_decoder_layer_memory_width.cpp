// SPDX-License-Identifier: BSL-1.0
// rejected: a memory of another width: the thread's encoder of 512 and decoder of 256.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory\): the memory must be as wide as the layer
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, tensor<double, dim<5>, dim<6>>{});
#else
constexpr auto z = layer{}(y, memory);
#endif
