// SPDX-License-Identifier: BSL-1.0
// Stacks with PyTorch's names, which take more steps than a constant evaluation has, and npz.
#include "static_tests/io/torch_names.hpp"

#include <attn/models/llama.hpp>
#include <string>
#include <vector>

#include "runtime_tests/catch.hpp"

using namespace attn;
using namespace attn_tests::io_torch_names_tests;

TEST_CASE("io/torch_names: an encoder of two layers and a norm, in both directions") {
  attn_tests::report r;
  both_directions<encoder, torch_encoder>(r);
  CHECK(r.failed_line == 0);
}

TEST_CASE("io/torch_names: a decoder layer, in both directions") {
  attn_tests::report r;
  both_directions<decoder_layer, torch_decoder_layer>(r);
  CHECK(r.failed_line == 0);
}

TEST_CASE("io/torch_names: npz") {
  const torch_encoder written = numbered_of_torch_names<torch_encoder>();
  encoder by_zip{}, by_safetensors{};
  CHECK(from_npz(to_npz(written), by_zip, torch_names).text() == "");
  CHECK(from_safetensors(to_safetensors(written), by_safetensors, torch_names).text() == "");
  CHECK(bitwise_equal(by_zip, by_safetensors));
}

TEST_CASE("io/torch_names: a layer of a stack, by its prefix") {
  encoder_layer second{};
  const auto file = to_safetensors(numbered_of_torch_names<torch_encoder>());
  CHECK(from_safetensors(file, second, torch_names, under<"layers.1">).text() == "");
  encoder all{};
  CHECK(from_safetensors(file, all, torch_names).text() == "");
  CHECK(bitwise_equal(all.layers[1], second));
}

TEST_CASE("io/torch_names: BERT's names") {
  attn_tests::report r;
  auto written = numbered_of_torch_names<bert_encoder<bert_norm>>();
  nn::encoder<bert_layer<output_by_input>, 1> model{};
  r.check(is_of_torch_names(from_safetensors(to_safetensors(written, under<"bert.encoder">), model,
                                             bert_names, under<"bert.encoder">),
                            ""));
  const auto& from = written.layer[0];
  const auto& to = model.layers[0];
  r.same(to.self_attn.q_proj.weight, from.attention.self.query.weight);
  r.same(to.self_attn.k_proj.bias, from.attention.self.key.bias);
  r.same(to.self_attn.v_proj.weight, from.attention.self.value.weight);
  r.same(to.self_attn.out_proj.weight, from.attention.output.dense.weight);
  r.same(to.norm1.weight, from.attention.output.LayerNorm.weight);
  r.same(to.feed_forward.linear1.weight, from.intermediate.dense.weight);
  r.same(to.feed_forward.linear2.bias, from.output.dense.bias);
  r.same(to.norm2.bias, from.output.LayerNorm.bias);
  // The norms of files that come from TensorFlow, and the numbers of the positions.
  auto older = numbered_of_torch_names<bert_encoder<bert_norm_of_tensorflow>>();
  bert_layer<input_by_output> turned{};
  r.check(is_of_torch_names(
      from_safetensors(to_safetensors(older), turned, bert_names, under<"layer.0">), ""));
  r.same(turned.norm1.weight, older.layer[0].attention.output.LayerNorm.gamma);
  r.same(turned.norm2.bias, older.layer[0].output.LayerNorm.beta);
  r.check(turned.feed_forward.linear1.weight(0, 1) == from.intermediate.dense.weight(1, 0));
  CHECK(r.failed_line == 0);
}
TEST_CASE("io/torch_names: BERT's names, to a file") {
  attn_tests::report r;
  const auto model = numbered_of_torch_names<nn::encoder<bert_layer<input_by_output>, 1>>();
  bert_encoder<bert_norm> back{};
  r.check(is_of_torch_names(from_safetensors(to_safetensors(model, bert_names), back), ""));
  r.check(back.layer[0].output.dense.weight(1, 2) ==
          model.layers[0].feed_forward.linear2.weight(2, 1));
  r.same(back.layer[0].attention.output.LayerNorm.bias, model.layers[0].norm1.bias);
  const auto file = to_safetensors(bert_file<bert_norm>{});
  nn::encoder<bert_layer<output_by_input>, 1> all{};
  r.check(is_of_torch_names(from_safetensors(file, all, bert_names, under<"encoder">), ""));
  CHECK(r.failed_line == 0);
}
// An output layer of its own: "lm_head.weight", outside of "transformer.", and never (in, out).
TEST_CASE("io/torch_names: GPT-2's names, untied") {
  attn_tests::report r;
  using layer =
      nn::encoder_layer<float, model_2, attn_tests::head, inner, output_by_input, gpt2_block>;
  using positions = nn::learned_positions<float, dim<2>, model_2>;
  using model_type = nn::language_model<axis<"word", 3>, layer, 1, positions, nn::identity,
                                        nn::own_output<output_by_input>>;
  const auto model = numbered_of_torch_names<model_type>();
  const auto file = to_safetensors(model, gpt2_names, under<"transformer">);
  head_of_gpt2 alone{};
  r.check(is_of_torch_names(from_safetensors(file, alone, ignore_unexpected), ""));
  r.check(alone.lm_head.weight(2, 1) == model.embedding.output.weight(2, 1));
  r.check(alone.transformer.wte.weight(2, 1) == model.embedding.weight(2, 1));
  model_type back{};
  r.check(is_of_torch_names(from_safetensors(file, back, gpt2_names, under<"transformer">), ""));
  r.same(back, model);
  using turned = nn::language_model<axis<"word", 3>, layer, 1, positions, nn::identity,
                                    nn::own_output<input_by_output>>;
  turned other{};
  r.check(is_of_torch_names(from_safetensors(file, other, gpt2_names, under<"transformer">), ""));
  r.check(other.embedding.output.weight(1, 2) == alone.lm_head.weight(2, 1));
  CHECK(r.failed_line == 0);
}

TEST_CASE("io/torch_names: Llama, untied") {
  using tied = nn::llama<float, dim<5>, dim<6>, dim<4>, dim<2>, dim<1>, dim<3>, 2, input_by_output>;
  using untied = nn::llama<float, dim<5>, dim<6>, dim<4>, dim<2>, dim<1>, dim<3>, 2,
                           input_by_output, llama2c_block, nn::own_output<input_by_output>>;
  const auto model = numbered_of_torch_names<untied>();
  const byte_buffer bytes = to_safetensors(model, llama_names);
  untied back{};
  CHECK(from_safetensors(bytes, back, llama_names).text() == "");
  CHECK(bitwise_equal(back, model));
  tied table{};
  CHECK(unexpected_keys(read_safetensors(bytes), table, llama_names) ==
        std::vector<std::string>{"lm_head.weight"});
  CHECK(!from_safetensors(bytes, table, llama_names));
}

// A model without biases, and a file with biases: what the file has for it and nobody reads.
TEST_CASE("io/checkpoint: what nobody reads, and what is not there") {
  using names = std::vector<std::string>;
  using biasless = nn::encoder_layer<float, model_2, attn_tests::head, inner, output_by_input,
                                     biasless_torch_block>;
  const byte_buffer bytes = to_safetensors(torch_encoder{}, under<"encoder">);
  const checkpoint file = read_safetensors(bytes);
  biasless layer{};
  constexpr auto first = under<"encoder.layers.0">;
  CHECK(unexpected_keys(file, layer, torch_names, first) ==
        names{"encoder.layers.0.linear1.bias", "encoder.layers.0.linear2.bias",
              "encoder.layers.0.norm1.bias", "encoder.layers.0.norm2.bias",
              "encoder.layers.0.self_attn.in_proj_bias",
              "encoder.layers.0.self_attn.out_proj.bias"});
  CHECK(missing_keys(file, layer, torch_names, first).empty());
  CHECK(!from_safetensors(bytes, layer, torch_names, first));
  CHECK(from_safetensors(bytes, layer, torch_names, first, ignore_unexpected).text().empty());
  CHECK(unexpected_keys(file, encoder{}, torch_names, under<"encoder">).empty());
  CHECK(unexpected_keys(file, encoder_layer{}, torch_names, first).empty());
  // The model's own names, in its order; and all names of a file, without a prefix.
  CHECK(missing_keys(file, torch_linear<2, 3>{}, torch_names, first) == names{"weight", "bias"});
  CHECK(unexpected_keys(file, torch_norm{}, under<"encoder.norm">).empty());
  CHECK(unexpected_keys(file, torch_norm{}).size() == 26);
  // The masks of GPT-2 are for no model.
  const gpt2_with_mask masks{};
  const byte_buffer with_masks = to_safetensors(masks), npz = to_npz(masks);
  CHECK(unexpected_keys(read_safetensors(with_masks), torch_norm{}, gpt2_names) == names{"h.0.x"});
  CHECK(unexpected_keys(read_npz(npz), torch_norm{}) == names{"h.0.attn.bias", "h.0.x"});
}
