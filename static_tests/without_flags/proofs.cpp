// SPDX-License-Identifier: BSL-1.0
// What proves something about a Transformer's encoder layer of 16 tokens, 32 wide, 64 inside, in 4
// heads, fits the default limits: bounds for all inputs between -1 and 1, and causality.
#include <attn/attention/mask.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/arbitrary_parameters.hpp>
#include <attn/layers/initialize.hpp>
#include <attn/models/encoder.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/scalars/properties.hpp>

namespace attn_tests::without_flags {

using namespace attn;
using width = axis<"width", 32>;
using layer = nn::encoder_layer<float, width, axis<"head", 4>, axis<"inner", 64>, output_by_input,
                                act::relu, post_norm>;
using sequence = tensor<float, axis<"token", 16>, width>;

constexpr auto weights = splitmix_parameters<splitmix::s24, layer>(1, 0.25);
constexpr auto box = between<sequence>(-1, 1);
static_assert(bounded(as<interval<float>>(weights)(box, causal<>)));

static_assert(is_causal<"token">(layer{}, sequence{}, causal<>));
static_assert(!is_causal<"token">(layer{}, sequence{}));

}  // namespace attn_tests::without_flags
