// SPDX-License-Identifier: BSL-1.0
// rejected: a mask of the past alone, without the token itself: the first one sees nobody.
// https://github.com/pytorch/pytorch/issues/103963: NaN, 0 or garbage.
// expect-error: attn::nn::encoder\[_layer\]\(x, options…\): the mask leaves a token without any key
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = stack(x, causal<key_offset<-1>>);
#else
constexpr auto y = stack(x, causal<key_offset<-1>>, fully_masked<zero_rows>);
#endif
