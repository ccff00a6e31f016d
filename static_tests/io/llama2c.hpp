// SPDX-License-Identifier: BSL-1.0
// What attn/io/llama2c.hpp promises of models, and attn/io/checkpoint.hpp of llama_names.
#pragma once

#include <attn/io/llama2c.hpp>
#include <attn/io/safetensors.hpp>

#include "static_tests/tests.hpp"

namespace attn_tests::llama2c_tests {
using width = axis<"width", 4>;
using position = axis<"position", 3>;
template <class Layout>
using small = nn::llama<float, axis<"word", 5>, position, width, axis<"head", 2>,
    axis<"kv_head", 1>, axis<"inner", 3>, 2, Layout>;
using plain = small<output_by_input>;

template <class M> constexpr M numbered_from_1() {
  M model{};
  int i = 0;
  for_each_parameter(
      [&i](const auto&, auto& x) {
        for (float& element : x) element = float(++i);
      },
      model);
  return model;
}
constexpr bool says(const checkpoint_result& result, std::string_view text) {
  return std::string_view(result.fault.data(), result.fault.size()) == text;
}
constexpr void set_word(byte_buffer& file, std::size_t at, std::uint32_t word) {
  for (std::size_t byte = 0; byte < 4; ++byte)
    file[at + byte] = static_cast<unsigned char>(word >> 8 * byte);
}
constexpr float number_at(const byte_buffer& file, std::size_t i) {
  return std::bit_cast<float>(little_endian<std::uint32_t>(file, 28 + 4 * i));
}

// A file of Hugging Face, by its names.
struct attention_of_file {
  using q = nn::linear<float, dim<4>, dim<4>, output_by_input, without_bias>;
  using k = nn::linear<float, dim<4>, dim<2>, output_by_input, without_bias>;
  ATTN_MEMBERS(attention_of_file, (q, q_proj), (k, k_proj), (k, v_proj), (q, o_proj));
};
struct network_of_file {
  using up = nn::linear<float, dim<4>, dim<3>, output_by_input, without_bias>;
  using down = nn::linear<float, dim<3>, dim<4>, output_by_input, without_bias>;
  ATTN_MEMBERS(network_of_file, (up, gate_proj), (down, down_proj), (up, up_proj));
};
struct layer_of_file {
  using norm = nn::rms_norm<float, dim<4>, 1e-5>;
  ATTN_MEMBERS(layer_of_file, (attention_of_file, self_attn), (network_of_file, mlp),
      (norm, input_layernorm), (norm, post_attention_layernorm));
};
struct model_of_file {
  using table = nn::embedding<float, dim<5>, dim<4>>;
  using norm_type = nn::rms_norm<float, dim<4>, 1e-5>;
  using all = layer_of_file[2];
  ATTN_MEMBERS(model_of_file, (table, embed_tokens), (all, layers), (norm_type, norm));
};
struct file_of_llama {
  ATTN_MEMBERS(file_of_llama, (model_of_file, model));
};
struct file_with_head {
  using head_type = nn::linear<float, dim<4>, dim<5>, output_by_input, without_bias>;
  ATTN_MEMBERS(file_with_head, (model_of_file, model), (head_type, lm_head));
};

constexpr byte_buffer first_bytes(const byte_buffer& file, std::size_t n) {
  byte_buffer some;
  for (std::size_t i = 0; i < n; ++i) some.push_back(file[i]);
  return some;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("to a file and back", [](report& r) {
    const auto model = launder(numbered_from_1<plain>());
    const auto file = to_llama2c(model);
    r.check(file.size() == 28 + 4 * (parameter_count<plain> + 3 * 2));
    const std::uint32_t sizes[] = {4, 3, 2, 2, 1, 5, 3};
    for (std::size_t i = 0; i < 7; ++i)
      r.check(little_endian<std::uint32_t>(file, 4 * i) == sizes[i]);
    // The order of the file: the table, then each kind of tensor for both layers.
    r.check(number_at(file, 0) == model.embedding.weight(0, 0));
    r.check(number_at(file, 20) == model.layers[0].norm1.weight(0));
    r.check(number_at(file, 24) == model.layers[1].norm1.weight(0));
    r.check(number_at(file, 28 + 1) == model.layers[0].self_attn.q_proj.weight(0, 1));
    r.check(number_at(file, 28 + 16 + 4) == model.layers[1].self_attn.q_proj.weight(1, 0));
    r.check(number_at(file, 28 + 32 + 16) == model.layers[0].self_attn.v_proj.weight(0, 0));
    plain read;
    r.check(says(from_llama2c(file, read), "") && read == model);
    small<input_by_output> turned;
    r.check(says(from_llama2c(file, turned), ""));
    r.same(
        turned.layers[1].feed_forward.w2.weight, transpose(model.layers[1].feed_forward.w2.weight));
    r.check(to_llama2c(turned) == file);
  });
  tests.proved("wrong files", [](report& r) {
    const auto file = to_llama2c(numbered_from_1<plain>());
    const auto fails = [&](byte_buffer bytes, std::string_view text) {
      plain model{};
      r.check(says(from_llama2c(bytes, model), text) && model == plain{});
    };
    const auto with = [&](std::size_t i, std::uint32_t word) {
      auto other = file;
      set_word(other, 4 * i, word);
      return other;
    };
    fails(first_bytes(file, 27),
        "the file has 27 bytes, and a file of llama2.c begins with 28 for the sizes of the model");
    fails(with(0, 8), "width: the model has 4, the file 8");
    fails(with(1, 4), "inner width: the model has 3, the file 4");
    fails(with(2, 1), "layers: the model has 2, the file 1");
    fails(with(3, 4), "heads: the model has 2, the file 4");
    fails(with(4, 2), "heads of keys and values: the model has 1, the file 2");
    fails(with(5, 6), "words: the model has 5, the file 6");
    fails(with(5, 0 - 5u),
        "words: the model has 5, the file has the same number and an output layer of its own");
    fails(with(6, 0xffffffff),
        "position"
        "s: the model has 3, the file a negative number");
    auto shorter = file, longer = file;
    shorter.pop_back();
    longer.push_back(0);
    fails(shorter, "the file has 883 bytes, and a model of its sizes 884");
    fails(longer, "the file has 885 bytes, and a model of its sizes 884");
  });
  tests.proved("Hugging Face's names", [](report& r) {
    const auto written = launder(numbered_from_1<file_of_llama>());
    plain model{};
    r.check(says(from_safetensors(to_safetensors(written), model, llama_names), ""));
    const auto& from = written.model.layers[1];
    const auto& to = model.layers[1];
    r.check(to.self_attn.out_proj.weight.data()[3] == from.self_attn.o_proj.weight.data()[3]);
    r.check(to.feed_forward.w1.weight.data()[5] == from.mlp.gate_proj.weight.data()[5]);
    r.check(to.feed_forward.w2.weight.data()[5] == from.mlp.down_proj.weight.data()[5]);
    r.check(to.feed_forward.w3.weight.data()[5] == from.mlp.up_proj.weight.data()[5]);
    r.check(to.norm1.weight(2) == from.input_layernorm.weight(2));
    r.check(to.norm2.weight(2) == from.post_attention_layernorm.weight(2));
    r.check(model.norm.weight(1) == written.model.norm.weight(1));
    r.check(model.embedding.weight(4, 3) == written.model.embed_tokens.weight(4, 3));
  });
  tests.proved("Hugging Face's names, to a file", [](report& r) {
    const auto model = launder(numbered_from_1<plain>());
    file_of_llama back{};
    r.check(says(from_safetensors(to_safetensors(model, llama_names), back), ""));
    r.check(back.model.layers[0].mlp.up_proj.weight.data()[0] ==
            model.layers[0].feed_forward.w3.weight.data()[0]);
  });
  tests.proved("calls name their rules", [](report& r) {
    r.check(std::is_same_v<rules::llama2c_call<plain>::llama, rules::is_llama<true>> &&
            rules::llama2c_call<plain>::all::value);
    r.check(!rules::llama2c_call<decltype(packed(plain{}))>::all::value);
    r.check(!rules::llama2c_call<decltype(as<double>(plain{}))>::llama::value);
    r.check(std::is_same_v<decltype(llama_names), const llama_names_option>);
  });
  // An output layer of its own would be left out.
  tests.proved("a table that is not tied", [](report& r) {
    plain model{};
    const auto result = from_safetensors(to_safetensors(file_with_head{}), model, llama_names);
    r.check(!result &&
            std::string_view(result.fault.data(), result.fault.size()).find("lm_head.weight") !=
                std::string_view::npos);
  });
};
}  // namespace attn_tests::llama2c_tests
