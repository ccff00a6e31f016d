// SPDX-License-Identifier: BSL-1.0
// A Transformer's encoder of 2 layers on 16 tokens, 64 wide, 128 inside, in 4 heads: 66,944
// parameters. A layer is an evaluation.
#include <attn/layers/activation.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/random/splitmix.hpp>

#include "static_tests/without_flags/agrees.hpp"

namespace attn_tests::without_flags {

using namespace attn;
using token = axis<"token", 16>;
using width = axis<"width", 64>;
using layer = nn::encoder_layer<float, width, axis<"head", 4>, axis<"inner", 128>, output_by_input,
    act::relu, post_norm>;
static_assert(parameter_count<nn::encoder<layer, 2>> == 66'944);

constexpr auto model = splitmix_parameters<splitmix::s24, nn::encoder<layer, 2>>(21, 0.125);
constexpr auto x = splitmix_fill<splitmix::s24, tensor<float, token, width>>(20);
constexpr auto between = model.layers[0](x);
constexpr auto out = model.layers[1](between);

static_assert(agrees(out, encoder_64));

}  // namespace attn_tests::without_flags
