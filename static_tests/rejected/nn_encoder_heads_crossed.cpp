// SPDX-License-Identifier: BSL-1.0
// rejected: heads that are cut already, for a stack that cuts them itself.
// expect-error: attn::nn::encoder\[_layer\]\(x\): an axis of x has the name of the heads or of the inner width
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using token = axis<"token", 3>;
using model = axis<"model", 6>;
using head = axis<"head", 3>;
using inner = dim<5>;
using layer = nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr nn::encoder<layer, 2> stack{};

#ifdef ATTN_REJECT
constexpr auto y = stack(tensor<float, head, token, model>{});
#else
constexpr auto y = stack(tensor<float, batch, token, model>{});
#endif
