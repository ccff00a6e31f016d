// SPDX-License-Identifier: BSL-1.0
// rejected: the padding of the source for the attention of the target to itself.
// https://github.com/bentrevett/pytorch-seq2seq/issues/119: a mask of one for the other.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory, …\): a mask must have the axes of the scores
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
constexpr auto padding = key_padding(keep_mask<source>{1, 1, 0, 1});

#ifdef ATTN_REJECT
constexpr auto z = stack(y, memory, self_options(padding));
#else
constexpr auto z = stack(y, memory, cross_options(padding));
#endif
