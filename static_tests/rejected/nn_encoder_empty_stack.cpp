// SPDX-License-Identifier: BSL-1.0
// rejected: a stack of no layers.
// expect-error: attn::nn::encoder: a stack has a layer or more
// errors: 1
#include <attn.hpp>

using namespace attn;

using model = axis<"model", 4>;
using head = axis<"head", 2>;
using inner = axis<"inner", 6>;
using each = nn::encoder_layer<double, model, head, inner, output_by_input, act::relu, pre_norm>;
constexpr tensor<double, axis<"token", 3>, model> x{};

#ifdef ATTN_REJECT
using layer = nn::encoder<each, 0>;
#else
using layer = nn::encoder<each, 1>;
#endif
constexpr auto y = layer{}(x);
