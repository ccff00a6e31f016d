// SPDX-License-Identifier: BSL-1.0
// rejected: a batch that has the name of the heads.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory\): an axis of y or memory has the name of the heads
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::decoder<layer, 2> stack{};
template <class Batch>
constexpr auto z = stack(tensor<float, Batch, target, model>{},
                         tensor<float, Batch, source, model>{});

#ifdef ATTN_REJECT
constexpr auto wrong = z<head>;
#else
constexpr auto right = z<batch>;
#endif
