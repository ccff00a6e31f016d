// SPDX-License-Identifier: BSL-1.0
// rejected: the causal mask for the attention across, where the lengths differ: counted from which end?
// https://github.com/pytorch/pytorch/issues/108108: top left, or bottom right.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory, …\): causal<> in cross_options is for as many keys as queries; else say
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
constexpr auto z = stack(y, memory, cross_options(causal<>));
#else
constexpr auto z = stack(y, memory, cross_options(causal<top_left>));
#endif
