// SPDX-License-Identifier: BSL-1.0
// rejected: a memory with another axis for its width, of the same size.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory\): the last axis of memory has another name than the width
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
constexpr auto z = layer{}(y, tensor<double, dim<5>, axis<"o", 4>>{});
#else
constexpr auto z = layer{}(y, memory);
#endif
