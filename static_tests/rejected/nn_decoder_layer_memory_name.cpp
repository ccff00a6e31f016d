// SPDX-License-Identifier: BSL-1.0
// rejected: a memory with another axis for its width, of the same size.
// expect-error: attn::nn::decoder_layer\(y, memory\): the last axis of the memory and the layer's width have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, axis<"source", 5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, tensor<double, axis<"source", 5>, axis<"other", 4>>{});
#else
constexpr auto z = layer{}(y, memory);
#endif
