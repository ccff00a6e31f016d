// SPDX-License-Identifier: BSL-1.0
// rejected: a memory as (source, batch, width), as PyTorch has it unless batch_first is said.
// expect-error: attn::nn::decoder\[_layer\]\(y, memory\): the leading axes \(batch\) must agree, in front of token and width
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
using batch = dim<2>;
constexpr tensor<double, batch, token, model> ys{};

#ifdef ATTN_REJECT
constexpr auto z = layer{}(ys, tensor<double, dim<5>, batch, model>{});
#else
constexpr auto z = layer{}(ys, tensor<double, batch, dim<5>, model>{});
#endif
