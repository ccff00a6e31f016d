// SPDX-License-Identifier: BSL-1.0
// What proves something about a Transformer's encoder layer of 16 tokens, 32 wide, 64 inside, in 4
// heads, fits the default limits: bounds for all inputs between -1 and 1, and causality. So do the
// certificates that docs/reference/scalars/certify.md mentions.
#include <attn/attention/mask.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/analysis_parameters.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/scalars/bounds.hpp>
#include <attn/scalars/certify.hpp>
#include <attn/scalars/interval.hpp>
#include <attn/scalars/properties.hpp>
#include <type_traits>

namespace attn_tests::without_flags {

using namespace attn;
using width = axis<"width", 32>;
using layer = nn::encoder_layer<float, width, axis<"head", 4>, axis<"inner", 64>, output_by_input,
    act::relu, post_norm>;
using sequence = tensor<float, axis<"token", 16>, width>;

constexpr auto weights = splitmix_parameters<splitmix::s24, layer>(1, 0.25);
constexpr auto box = between<sequence>(-1, 1);
constexpr auto bounds = as<interval<float>>(weights)(box, causal<>);
static_assert(bounded(bounds) && !may_overflow(bounds));

static_assert(is_causal<"token">(layer{}, sequence{}, causal<>));
static_assert(!is_causal<"token">(layer{}, sequence{}));

using narrow = axis<"width", 4>;
using small_layer = nn::encoder_layer<double, narrow, axis<"head", 2>, axis<"inner", 8>,
    output_by_input, act::relu, post_norm>;
constexpr auto small_weights = splitmix_parameters<splitmix::s24, small_layer>(1, 0.5);
constexpr auto small = [](const auto& x) {
  return as<typename std::remove_cvref_t<decltype(x)>::value_type>(small_weights)(x);
};
constexpr auto tokens = splitmix_fill<splitmix::s24, tensor<double, axis<"token", 3>, narrow>>(3);
constexpr auto near = certify(small, tokens, 0.01);
static_assert(bounded(near.bounds()) && !near.may_overflow());

constexpr auto attend = [](const auto& x) { return scaled_dot_product_attention(x, x, x); };
constexpr tensor<double, axis<"token", 2>, axis<"width", 3>> pair{{1, 0, 2}, {-1, 0.5, 0}};
static_assert(bounded(certify(attend, pair, 0.01, second_order).bounds()));

}  // namespace attn_tests::without_flags
