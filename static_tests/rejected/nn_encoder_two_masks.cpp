// SPDX-License-Identifier: BSL-1.0
// rejected: causal, and a mask beside it: which one holds?
// https://github.com/pytorch/pytorch/issues/118972: one function forbids both, the next requires both.
// expect-error: attn::nn::encoder\[_layer\]\(x, options…\): two options of one kind; masks are combined with &
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
constexpr auto padding = key_padding(keep_mask<dim<3>>{1, 1, 0});

#ifdef ATTN_REJECT
constexpr auto y = stack(x, causal<>, padding);
#else
constexpr auto y = stack(x, causal<>& padding);
#endif
