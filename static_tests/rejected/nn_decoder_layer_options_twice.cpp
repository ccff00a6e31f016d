// SPDX-License-Identifier: BSL-1.0
// rejected: options for the self-attention twice.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory, …\): self_options and cross_options once each
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
constexpr auto z = layer{}(y, memory, self_options(), self_options());
#else
constexpr auto z = layer{}(y, memory, self_options());
#endif
