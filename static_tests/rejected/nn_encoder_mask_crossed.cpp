// SPDX-License-Identifier: BSL-1.0
// rejected: a mask (key, query) for scores (query, key), inside of a stack; both axes have one size.
// https://github.com/keras-team/keras-hub/issues/783: masks whose axes nobody checks.
// expect-error: attn::nn::encoder\[_layer\]\(x, options…\): a mask must have the axes of the scores
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using keys = axis<"key_token", 3>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};
constexpr tensor<float, token, model> x{};

#ifdef ATTN_REJECT
constexpr auto y = stack(x, keep_mask<keys, token>{});
#else
constexpr auto y = stack(x, keep_mask<token, keys>{});
#endif
