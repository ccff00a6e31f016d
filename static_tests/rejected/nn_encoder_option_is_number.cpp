// SPDX-License-Identifier: BSL-1.0
// rejected: a number where a mask should be: what does 0.1 mean, dropout or a scale?
// expect-error: attn::nn::encoder\[_layer\]\(x, options…\): an argument behind x is no option
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
constexpr auto y = stack(x, 0.1f);
#else
constexpr auto y = stack(x, scaled_by(0.1f));
#endif
