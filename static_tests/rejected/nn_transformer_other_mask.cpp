// SPDX-License-Identifier: BSL-1.0
// rejected: the padding of the source, given for the target.
// https://github.com/bentrevett/pytorch-seq2seq/issues/119: a mask of one for the other.
// expect-error: attn::nn::transformer: a mask must have the axes of its attention\'s scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 4>;
using target = axis<"target", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using word = dim<7>;
using wort = dim<8>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::transformer<word, wort, layer, 2> model_of{};
constexpr auto s = as_token_ids<7>(tensor<int, source>{1, 6, 0, 2});
constexpr auto t = as_token_ids<8>(tensor<int, target>{7, 1, 3});
constexpr auto padding = key_padding(keep_mask<source>{1, 1, 0, 1});

#ifdef ATTN_REJECT
constexpr auto p = model_of(s, t, self_options(padding));
#else
constexpr auto p = model_of(s, t, cross_options(padding));
#endif
