// SPDX-License-Identifier: BSL-1.0
// What attn/layers/quantized.hpp promises of models: the model of float that the small numbers mean, bit
// for bit, wherever a layout or a tied table stands.
#pragma once

#include <attn/layers/quantized.hpp>

#include "static_tests/support/pattern.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::quantized_model_tests {
using model = axis<"model", 8>;
using position = axis<"position", 5>;

template <class Layout, class Table = nn::tied_table>
using llama = nn::llama<float, word, position, model, axis<"head", 4>, axis<"kv_head", 2>, inner, 2,
    Layout, llama2c_block, Table>;

// All at once and token by token.
template <class Format, class Scales, class Model> constexpr void check_text(report& r) {
  const auto plain = launder(made_up<Model>(9));
  const auto fast = launder(quantized<Format, Scales>(plain));
  const auto meant = as<float>(fast);
  const auto ids = as_token_ids<7>(launder(tensor<int, token>{3, 0, 6}));
  r.same(fast(ids), meant(ids));
  auto state = fast.start();
  auto other = meant.start();
  r.same(fast.step(state, token_id<7>(3)), meant.step(other, token_id<7>(3)));
  r.same(fast.step(state, token_id<7>(5)), meant.step(other, token_id<7>(5)));
  const auto in_lines = launder(packed(fast));
  auto third = in_lines.start();
  auto fourth = meant.start();
  r.same(in_lines.step(third, token_id<7>(6)), meant.step(fourth, token_id<7>(6)));
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.executed(
      "Llama, bfloat16", [](report& r) { check_text<bfloat16, void, llama<output_by_input>>(r); });
  tests.executed("Llama, int8 per row",
      [](report& r) { check_text<int8, per_row, llama<input_by_output>>(r); });
  tests.proved("Llama with an output of its own, int4", [](report& r) {
    check_text<int4, per_group<4>, llama<output_by_input, nn::own_output<input_by_output>>>(r);
  });
  tests.proved("types", [](report& r) {
    using small = with_weights<llama<input_by_output>, int8, per_row>;
    static_assert(std::is_same_v<small,
        llama<quantized_weights<int8, per_row>, quantized_table<int8, per_row>>>);
    const small none{};
    has_type<llama<output_by_input>>(as<float>(none));
    has_type<tensor<float, model>>(none.layers[1].norm1.weight);
    r.check(parameter_bytes<small> < parameter_bytes<llama<input_by_output>> / 2);
  });
  // A tied table is two layers, the rows of the ids, which are exact here, and the logits.
  tests.proved("quantization_report", [](report& r) {
    using plain = llama<output_by_input>;
    const auto in_float = made_up<plain>(9);
    const auto in_int8 = quantized<int8, per_row>(in_float);
    auto found = quantization_report<int8, per_row>(in_float, in_int8);
    const auto ids = as_token_ids<7>(tensor<int, token>{3, 0, 6});
    r.same(found(ids), in_float(ids));
    std::size_t layers = 0, all = 0;
    found.for_each([&](const auto&, const layer_error& error) {
      ++layers;
      all += error.count;
      r.check(error.largest > 0 && error.mean() < 0.05 * error.size());
    });
    r.check(layers == 1 + 2 * 7 && found.output.largest > 0);
    r.check(all == 3 * (8 + 7 + 2 * (8 + 4 + 4 + 8 + 2 * inner::size + 8)));
  });
  // Biases and norms are the same numbers.
  tests.proved("encoder layer", [](report& r) {
    using plain =
        nn::encoder_layer<float, model, axis<"head", 2>, inner, output_by_input, gpt2_block>;
    const auto layer = launder(made_up<plain>(5));
    const auto x = launder(filled<tensor<float, token, model>>(1, 2.0f));
    const auto fast = quantized<float16>(layer);
    r.same(fast(x, causal<>), as<float>(fast)(x, causal<>));
    r.same(fast.norm1.bias, layer.norm1.bias);
    r.same(fast.feed_forward.linear1.bias, layer.feed_forward.linear1.bias);
  });
  tests.proved("in place", [](report& r) {
    const auto plain = launder(made_up<llama<output_by_input>>(4));
    with_weights<llama<output_by_input>, int4, per_row> to{};
    quantized_into(to, plain);
    quantized_into(to, plain);  // what was there does not matter
    r.check(to == quantized<int4, per_row>(plain));
  });
};
}  // namespace attn_tests::quantized_model_tests
