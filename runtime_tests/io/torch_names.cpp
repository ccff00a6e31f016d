// SPDX-License-Identifier: BSL-1.0
// Stacks with PyTorch's names, which take more steps than a constant evaluation has, and npz.
#include "static_tests/io/torch_names.hpp"

#include "runtime_tests/catch.hpp"

using namespace attn;
using namespace attn_tests::torch_names_tests;

TEST_CASE("io/torch_names: an encoder of two layers and a norm, in both directions") {
  CHECK(both_directions<encoder, torch_encoder>().failed_line == 0);
}

TEST_CASE("io/torch_names: a decoder layer, in both directions") {
  CHECK(both_directions<decoder_layer, torch_decoder_layer>().failed_line == 0);
}

TEST_CASE("io/torch_names: npz") {
  const torch_encoder written = numbered<torch_encoder>();
  encoder by_zip{}, by_safetensors{};
  CHECK(from_npz(to_npz(written), by_zip, torch_names).text() == "");
  CHECK(from_safetensors(to_safetensors(written), by_safetensors, torch_names).text() == "");
  CHECK(bitwise_equal(by_zip, by_safetensors));
}

TEST_CASE("io/torch_names: a layer of a stack, by its prefix") {
  encoder_layer second{};
  const auto file = to_safetensors(numbered<torch_encoder>());
  CHECK(from_safetensors(file, second, torch_names, under<"layers.1">).text() == "");
  encoder all{};
  CHECK(from_safetensors(file, all, torch_names).text() == "");
  CHECK(bitwise_equal(all.layers[1], second));
}
