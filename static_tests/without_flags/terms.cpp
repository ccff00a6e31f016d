// SPDX-License-Identifier: BSL-1.0
// The layer of proofs.cpp in terms: for all inputs and weights it computes, bit for bit, what its
// parts compute one after the other. Within the default limits; g++ needs 2 GB for it.
#include <attn/attention/window.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/scalars/same_for_all_inputs.hpp>

namespace attn_tests::without_flags {

using namespace attn;
using width = axis<"width", 32>;
using layer = nn::encoder_layer<float, width, axis<"head", 4>, axis<"inner", 64>, output_by_input,
    act::relu, post_norm>;
using sequence = tensor<float, axis<"token", 16>, width>;

constexpr auto whole = [](const auto& f, const auto& x) { return f(x, causal<>); };
constexpr auto in_parts = [](const auto& f, const auto& x) {
  const auto h = f.norm1(x + f.self_attn(x, causal<>));
  return f.norm2(h + f.feed_forward.linear2(relu(f.feed_forward.linear1(h))));
};
static_assert(same_for_all_inputs(whole, in_parts, layer{}, sequence{}));

}  // namespace attn_tests::without_flags
