// SPDX-License-Identifier: BSL-1.0
// rejected: a mask that does not say for which of the two attentions it is.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory, …\): say for which attention: self_options\(causal<>\), cross_options\(…\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = dim<3>;
using model = dim<4>;
using head = dim<2>;
using inner = dim<6>;
using layer = nn::decoder_layer<double, model, head, inner, output_by_input, act::relu, post_norm>;
constexpr tensor<double, token, model> y{};
constexpr tensor<double, dim<5>, model> memory{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(y, memory, causal<>);
#else
constexpr auto z = layer{}(y, memory, self_options(causal<>));
#endif
