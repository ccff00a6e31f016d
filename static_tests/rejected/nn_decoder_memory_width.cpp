// SPDX-License-Identifier: BSL-1.0
// rejected: a memory of another width than the stack.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory\): the memory must be as wide as the layer
// errors: 1
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::decoder<layer, 2> stack{};
constexpr tensor<float, target, model> y{};
constexpr tensor<float, source, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = stack(y, tensor<float, source, axis<"model", 8>>{});
#else
constexpr auto z = stack(y, memory);
#endif
