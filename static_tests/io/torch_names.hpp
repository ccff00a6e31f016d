// SPDX-License-Identifier: BSL-1.0
// Behaviours of torch_names, gpt2_names, checkpoint of attn/io/.
#pragma once

#include <attn/io/checkpoint.hpp>
#include <attn/io/npz.hpp>
#include <attn/io/safetensors.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/tuple.hpp>
#include "static_tests/tests.hpp"

namespace attn_tests::io_torch_names_tests {
using hidden = axis<"hidden", 3>;
using inner = axis<"inner", 3>;
using model_2 = axis<"model", 2>;

template <std::size_t In, std::size_t Out>
using torch_linear = nn::linear<float, dim<In>, dim<Out>, output_by_input>;
using torch_norm = nn::layer_norm<float, dim<2>>;

struct torch_attention {
  using in_proj = tensor<float, dim<6>, dim<2>>;
  using in_bias = tensor<float, dim<6>>;
  using out_projection = torch_linear<2, 2>;
  BOOST_HANA_DEFINE_STRUCT(torch_attention, (in_proj, in_proj_weight), (in_bias, in_proj_bias),
      (out_projection, out_proj));
};
struct torch_encoder_layer {
  using first = torch_linear<2, 3>;
  using second = torch_linear<3, 2>;
  BOOST_HANA_DEFINE_STRUCT(torch_encoder_layer, (torch_attention, self_attn), (first, linear1),
      (second, linear2), (torch_norm, norm1), (torch_norm, norm2));
};
struct torch_decoder_layer {
  using first = torch_linear<2, 3>;
  using second = torch_linear<3, 2>;
  BOOST_HANA_DEFINE_STRUCT(torch_decoder_layer, (torch_attention, self_attn),
      (torch_attention, multihead_attn), (first, linear1), (second, linear2), (torch_norm, norm1),
      (torch_norm, norm2), (torch_norm, norm3));
};
struct torch_encoder {
  using stack = torch_encoder_layer[2];
  BOOST_HANA_DEFINE_STRUCT(torch_encoder, (stack, layers), (torch_norm, norm));
};

// BertModel of Hugging Face's Transformers, without its embeddings; and as older files name its norms.
struct bert_norm {
  using row = tensor<float, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(bert_norm, (row, weight), (row, bias));
};
struct bert_norm_of_tensorflow {
  using row = tensor<float, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(bert_norm_of_tensorflow, (row, beta), (row, gamma));
};
struct bert_self {
  using projection = torch_linear<2, 2>;
  BOOST_HANA_DEFINE_STRUCT(bert_self, (projection, query), (projection, key), (projection, value));
};
template <std::size_t In, class Norm> struct bert_output {
  using projection = torch_linear<In, 2>;
  BOOST_HANA_DEFINE_STRUCT(bert_output, (projection, dense), (Norm, LayerNorm));
};
template <class Norm> struct bert_attention {
  using output_type = bert_output<2, Norm>;
  BOOST_HANA_DEFINE_STRUCT(bert_attention, (bert_self, self), (output_type, output));
};
struct bert_intermediate {
  using projection = torch_linear<2, 3>;
  BOOST_HANA_DEFINE_STRUCT(bert_intermediate, (projection, dense));
};
template <class Norm> struct bert_file_layer {
  using attention_type = bert_attention<Norm>;
  using output_type = bert_output<3, Norm>;
  BOOST_HANA_DEFINE_STRUCT(bert_file_layer, (attention_type, attention),
      (bert_intermediate, intermediate), (output_type, output));
};
template <class Norm> struct bert_encoder {
  using layers = bert_file_layer<Norm>[1];
  BOOST_HANA_DEFINE_STRUCT(bert_encoder, (layers, layer));
};
struct bert_embeddings {
  using numbers = tensor<std::int64_t, dim<1>, dim<3>>;
  BOOST_HANA_DEFINE_STRUCT(bert_embeddings, (numbers, position_ids));
};
template <class Norm> struct bert_file {
  using encoder_type = bert_encoder<Norm>;
  BOOST_HANA_DEFINE_STRUCT(bert_file, (encoder_type, encoder), (bert_embeddings, embeddings));
};
template <class Layout>
using bert_layer = nn::encoder_layer<float, model_2, head, inner, Layout, bert_block>;

struct table_of_gpt2 {
  using matrix_3 = matrix<float, 3, 2>;
  BOOST_HANA_DEFINE_STRUCT(table_of_gpt2, (matrix_3, weight));
};
struct body_of_gpt2 {
  BOOST_HANA_DEFINE_STRUCT(body_of_gpt2, (table_of_gpt2, wte));
};
struct head_of_gpt2 {
  BOOST_HANA_DEFINE_STRUCT(head_of_gpt2, (table_of_gpt2, lm_head), (body_of_gpt2, transformer));
};
struct biasless_torch_block : torch_block {
  using bias = without_bias;
};
struct mask_of_gpt2 {
  using matrix_2 = matrix<float, 1, 2>;
  BOOST_HANA_DEFINE_STRUCT(mask_of_gpt2, (matrix_2, bias));
};
struct block_with_mask {
  using vector_2 = tensor<float, dim<2>>;
  BOOST_HANA_DEFINE_STRUCT(block_with_mask, (mask_of_gpt2, attn), (vector_2, x));
};
struct gpt2_with_mask {
  using blocks = block_with_mask[1];
  BOOST_HANA_DEFINE_STRUCT(gpt2_with_mask, (blocks, h));
};

using encoder_layer =
    nn::encoder_layer<float, model_2, head, inner, output_by_input, act::relu, post_norm>;
using decoder_layer =
    nn::decoder_layer<float, model_2, head, inner, output_by_input, act::relu, post_norm>;
using encoder = nn::encoder<encoder_layer, 2, nn::layer_norm<float, model_2>>;

// All parameters are different numbers.
template <class M> constexpr M numbered_of_torch_names() {
  M m{};
  float next = 0;
  for_each_parameter(
      [&](const auto&, auto& x) {
        for (auto& element : x) element = next += 1;
      },
      m);
  return launder(m);
}
constexpr bool is_of_torch_names(const checkpoint_result& result, std::string_view sentence) {
  return says(result.fault, sentence);
}

// From PyTorch's file, and back to it: no number is lost.
template <class Own, class Torch> constexpr void both_directions(report& r) {
  const Torch written = numbered_of_torch_names<Torch>();
  Own read{};
  r.check(is_of_torch_names(from_safetensors(to_safetensors(written), read, torch_names), ""));
  Torch again{};
  r.check(is_of_torch_names(from_safetensors(to_safetensors(read, torch_names), again), ""));
  r.same(again, written);
}

// Keys and values of other widths than the queries: PyTorch has a weight for each of the three.
struct torch_separate {
  using q_type = tensor<float, dim<2>, dim<2>>;
  using k_type = tensor<float, dim<2>, dim<3>>;
  using v_type = tensor<float, dim<2>, dim<5>>;
  using bias_type = tensor<float, dim<6>>;
  using out_projection = torch_linear<2, 2>;
  BOOST_HANA_DEFINE_STRUCT(torch_separate, (q_type, q_proj_weight), (k_type, k_proj_weight),
      (v_type, v_proj_weight), (bias_type, in_proj_bias), (out_projection, out_proj));
};
using separate_layer = nn::multi_head_of_widths<float, model_2, axis<"key_width", 3>,
    axis<"value_width", 5>, head, 1, 1, model_2, output_by_input>;

template <std::size_t Gates> struct torch_cell {
  using ih = tensor<float, dim<Gates * 3>, dim<2>>;
  using hh = tensor<float, dim<Gates * 3>, dim<3>>;
  using bias = tensor<float, dim<Gates * 3>>;
  BOOST_HANA_DEFINE_STRUCT(
      torch_cell, (ih, weight_ih), (hh, weight_hh), (bias, bias_ih), (bias, bias_hh));
};
struct torch_lstm {
  using ih = tensor<float, dim<12>, dim<2>>;
  using hh = tensor<float, dim<12>, dim<3>>;
  using bias = tensor<float, dim<12>>;
  BOOST_HANA_DEFINE_STRUCT(
      torch_lstm, (ih, weight_ih_l0), (hh, weight_hh_l0), (bias, bias_ih_l0), (bias, bias_hh_l0));
};
using in_2 = axis<"in", 2>;
using lstm = nn::lstm_cell<float, in_2, hidden>;
using gru = nn::gru_cell<float, in_2, hidden>;

// A weight that the model stores as (in, out) is (out, in) in PyTorch, square or not.
template <class Layout> using attention_of = nn::multi_head_attention<float, model_2, head, Layout>;

// nn.LSTM of two layers has one list of names; a list of cells has two.
struct torch_two_layers {
  using ih = tensor<float, dim<12>, dim<2>>;
  using hh = tensor<float, dim<12>, dim<3>>;
  using bias = tensor<float, dim<12>>;
  BOOST_HANA_DEFINE_STRUCT(torch_two_layers, (ih, weight_ih_l0), (hh, weight_hh_l0),
      (bias, bias_ih_l0), (bias, bias_hh_l0), (hh, weight_ih_l1), (hh, weight_hh_l1),
      (bias, bias_ih_l1), (bias, bias_hh_l1));
};
struct two_layers {
  using cells = boost::hana::tuple<lstm, nn::lstm_cell<float, hidden, hidden>>;
  BOOST_HANA_DEFINE_STRUCT(two_layers, (cells, layers));
};
struct named_otherwise {
  using cells = boost::hana::tuple<lstm, nn::lstm_cell<float, hidden, hidden>>;
  BOOST_HANA_DEFINE_STRUCT(named_otherwise, (cells, sub_layers));
};

// A part of a file: its names begin with a prefix, and the others are not the model's business.
struct torch_model {
  using answer_layer = torch_linear<2, 3>;
  BOOST_HANA_DEFINE_STRUCT(torch_model, (torch_attention, encoder), (answer_layer, answer));
};

constexpr auto bytes_of_torch = [] {
  std::array<unsigned char, to_safetensors(numbered_of_torch_names<torch_encoder_layer>()).size()>
      bytes{};
  const byte_buffer all = to_safetensors(numbered_of_torch_names<torch_encoder_layer>());
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();

// What attn/io/checkpoint.hpp promises of gpt2_names: a language model is read from a file with the
// names and shapes of GPT-2 in Transformers, and written as such. The structs named gpt2_… have the
// members of its modules.
namespace gpt2_names_tests {
using width = axis<"width", 2>;

template <std::size_t In, std::size_t Out>
using conv1d = nn::linear<float, dim<In>, dim<Out>, input_by_output>;
using gpt2_norm = nn::layer_norm<float, dim<2>>;
template <std::size_t Rows> using gpt2_table = nn::embedding<float, dim<Rows>, dim<2>>;

struct gpt2_attention {
  using all = conv1d<2, 6>;
  using out = conv1d<2, 2>;
  using mask = tensor<float, dim<1>, dim<1>, dim<4>, dim<4>>;
  BOOST_HANA_DEFINE_STRUCT(gpt2_attention, (all, c_attn), (out, c_proj), (mask, bias));
};
struct gpt2_network {
  using up = conv1d<2, 3>;
  using down = conv1d<3, 2>;
  BOOST_HANA_DEFINE_STRUCT(gpt2_network, (up, c_fc), (down, c_proj));
};
struct gpt2_block {
  BOOST_HANA_DEFINE_STRUCT(gpt2_block, (gpt2_norm, ln_1), (gpt2_attention, attn), (gpt2_norm, ln_2),
      (gpt2_network, mlp));
};
struct gpt2_model {
  using words = gpt2_table<5>;
  using places = gpt2_table<4>;
  using blocks = gpt2_block[1];
  BOOST_HANA_DEFINE_STRUCT(gpt2_model, (words, wte), (places, wpe), (blocks, h), (gpt2_norm, ln_f));
};

template <class Layout>
using block = nn::encoder_layer<float, width, head, inner, Layout, act::gelu_tanh, pre_norm>;
template <class Layout>
using model = nn::language_model<axis<"word", 5>, block<Layout>, 1,
    nn::learned_positions<float, axis<"position", 4>, width>, nn::layer_norm<float, width>>;

template <class M = gpt2_model> constexpr M numbered() {
  M m{};
  float next = 0;
  for_each_parameter(
      [&](const auto&, auto& x) {
        for (auto& element : x) element = next += 1;
      },
      m);
  return launder(m);
}
constexpr bool is(const checkpoint_result& result, std::string_view sentence) {
  return says(result.fault, sentence);
}

// Columns 0 and 1 of c_attn.weight belong to q, 2 and 3 to k, 4 and 5 to v.
template <class Layout> constexpr report in_layout() {
  report r;
  const gpt2_model written = numbered();
  model<Layout> m{};
  r.check(is(from_safetensors(to_safetensors(written), m, gpt2_names), ""));
  const auto at = [](const auto& weight, std::size_t in, std::size_t out) {
    return std::is_same_v<Layout, input_by_output> ? weight(in, out) : weight(out, in);
  };
  const auto& attention = written.h[0].attn;
  const auto& read = m.layers[0].self_attn;
  for (std::size_t in = 0; in < 2; ++in)
    for (std::size_t out = 0; out < 2; ++out) {
      r.check(at(read.q_proj.weight, in, out) == attention.c_attn.weight(in, out));
      r.check(at(read.k_proj.weight, in, out) == attention.c_attn.weight(in, 2 + out));
      r.check(at(read.v_proj.weight, in, out) == attention.c_attn.weight(in, 4 + out));
      r.check(at(read.out_proj.weight, in, out) == attention.c_proj.weight(in, out));
      r.check(read.v_proj.bias(out) == attention.c_attn.bias(4 + out));
    }
  r.check(m.positions.weight(3, 1) == written.wpe.weight(3, 1));
  r.check(m.norm.weight(1) == written.ln_f.weight(1));
  r.check(m.layers[0].norm2.bias(1) == written.h[0].ln_2.bias(1));
  r.check(
      at(m.layers[0].feed_forward.linear2.weight, 2, 1) == written.h[0].mlp.c_proj.weight(2, 1));
  r.bits(m.layers[0].feed_forward.linear1.weight);
  return r;
}

inline constexpr auto behaviours = [](test_table& tests) {
  tests.proved("input by output", [] { return in_layout<input_by_output>(); });
  tests.proved("output by input", [] { return in_layout<output_by_input>(); });
  tests.proved("one block", [](report& r) {
    const gpt2_model written = numbered();
    block<output_by_input> m{};
    r.check(is(from_safetensors(to_safetensors(written), m, gpt2_names, under<"h.0">), ""));
    r.check(m.self_attn.k_proj.weight(1, 0) == written.h[0].attn.c_attn.weight(0, 3));
    r.check(m.feed_forward.linear2.bias(1) == written.h[0].mlp.c_proj.bias(1));
  });
  // Not together with the above, for Clang's limit.
  tests.proved("back again", [](report& r) {
    const auto m = numbered<block<output_by_input>>();
    block<input_by_output> other{};
    const auto file = to_safetensors(m, gpt2_names, under<"transformer.h.0">);
    r.check(is(from_safetensors(file, other, gpt2_names, under<"transformer.h.0">), ""));
    r.same(other.self_attn.k_proj, in_layout<input_by_output>(m.self_attn.k_proj));
    r.same(other.feed_forward.linear1, in_layout<input_by_output>(m.feed_forward.linear1));
  });
  // A model of the library stores no masks, and does not miss them.
  tests.proved("masks", [](report& r) {
    gpt2_block again{};
    const block<output_by_input> m{};
    r.check(is(from_safetensors(to_safetensors(m, gpt2_names), again),
        "attn.bias: the model needs F32 (1, 1, 4, 4), the file has no tensor of that name"));
  });
  tests.proved("sentences", [](report& r) {
    model<output_by_input> m{};
    r.check(is(from_safetensors(to_safetensors(conv1d<2, 3>{}), m, gpt2_names),
        "embedding.weight: the model needs F32 (word 5, width 2), the file has no tensor of "
        "that name, and no wte.weight"));
    nn::encoder_layer<float, width, head, inner, input_by_output, act::relu, pre_norm> layer{};
    const auto file = to_safetensors(numbered());
    r.check(is(from_safetensors(file, layer, gpt2_names, under<"h.0">), ""));
    nn::encoder_layer<float, axis<"width", 4>, head, inner, input_by_output, act::relu, pre_norm>
        wider{};
    r.check(is(from_safetensors(file, wider, gpt2_names, under<"h.0">),
        "self_attn.q_proj.weight: the model needs F32 (width 4, head_d_k 4) from "
        "attn.c_attn.weight (4, 12), the file has F32 (2, 6), with another number of "
        "elements"));
  });
};
}  // namespace gpt2_names_tests

using in_3 = axis<"in", 3>;

// What is said when a model is read from the file of another.
template <class To, class From> constexpr checkpoint_result exchanged() {
  From written{};
  for_each_parameter([](const auto&, auto& x) { x.data()[0] = 7; }, written);
  To read{};
  const checkpoint_result result = from_safetensors(to_safetensors(launder(written)), read);
  bool all_or_none = true;
  for_each_parameter(
      [&](const auto&, const auto& x) {
        all_or_none = all_or_none && (x.data()[0] == 7) == static_cast<bool>(result);
      },
      read);
  if (!all_or_none) return {rules::composed_text{}.add("half loaded")};
  return result;
}
constexpr bool is_of_checkpoint(const checkpoint_result& result, std::string_view sentence) {
  return says(result.fault, sentence);
}

inline constexpr auto behaviours = [](test_table& tests) {
  // What attn/io/checkpoint.hpp promises of torch_names and under: models of the library are read from
  // files with the names and shapes of PyTorch's state_dict, and written as such. The structs named
  // torch_… have the members of PyTorch's modules.
  tests.proved("an encoder layer",
      [](report& r) { both_directions<encoder_layer, torch_encoder_layer>(r); });
  tests.proved(
      "separate weights", [](report& r) { both_directions<separate_layer, torch_separate>(r); });
  tests.proved("an LSTM cell", [](report& r) { both_directions<lstm, torch_cell<4>>(r); });
  tests.proved("a GRU cell", [](report& r) { both_directions<gru, torch_cell<3>>(r); });
  // Rows 0 and 1 of in_proj_weight belong to q, 2 and 3 to k, 4 and 5 to v.
  tests.proved("where the numbers are", [](report& r) {
    encoder_layer m{};
    const auto file = to_safetensors(numbered_of_torch_names<torch_encoder_layer>());
    r.check(is_of_torch_names(from_safetensors(file, m, torch_names), ""));
    r.check(m.self_attn.q_proj.weight(0, 0) == 1 && m.self_attn.q_proj.weight(1, 1) == 4);
    r.check(m.self_attn.k_proj.weight(0, 0) == 5 && m.self_attn.v_proj.weight(1, 1) == 12);
    r.check(m.self_attn.q_proj.bias(0) == 13 && m.self_attn.v_proj.bias(1) == 18);
    r.check(m.self_attn.out_proj.weight(0, 1) == 20 && m.feed_forward.linear1.weight(0, 0) == 25);
    r.bits(m.feed_forward.linear2.weight);
    // Without the option the names are others.
    r.check(is_of_torch_names(from_safetensors(file, m),
        "self_attn.q_proj.weight: the model needs F32 (head_d_k 2, model 2), the file has no "
        "tensor of that name"));
  });
  tests.proved("gates, and numbers of layers", [](report& r) {
    // nn.LSTM adds the number of the layer.
    lstm cell{};
    r.check(is_of_torch_names(
        from_safetensors(to_safetensors(numbered_of_torch_names<torch_lstm>()), cell, torch_names),
        ""));
    r.check(cell.weight_ih(0, 0, 1) == 2 && cell.weight_ih(1, 0, 0) == 7);
    // Gates in another order are in another place.
    using onnx = nn::lstm_cell<float, in_2, hidden, gate_order::iofc>;
    onnx other{};
    r.check(
        is_of_torch_names(from_safetensors(to_safetensors(numbered_of_torch_names<torch_cell<4>>()),
                              other, torch_names),
            "weight_ih: the model needs F32 (gates_iofc 4, hidden 3, in 2) from weight_ih (12, "
            "2), "
            "the file has F32 (12, 2), with the gates in PyTorch's order: load that one, and use "
            "in_gate_order"));
    r.check(rules::written_checkpoint_call<lstm, attn::detail::file_names::torch>::all::value &&
            !rules::written_checkpoint_call<onnx, attn::detail::file_names::torch>::all::value);
  });
  tests.proved("the other layout", [](report& r) {
    const auto file = to_safetensors(numbered_of_torch_names<torch_attention>());
    attention_of<output_by_input> by_output{};
    attention_of<input_by_output> by_input{};
    r.check(is_of_torch_names(from_safetensors(file, by_output, torch_names), ""));
    r.check(is_of_torch_names(from_safetensors(file, by_input, torch_names), ""));
    r.same(by_input.k_proj, in_layout<input_by_output>(by_output.k_proj));
    r.same(by_input.out_proj, in_layout<input_by_output>(by_output.out_proj));
    r.check(by_input.q_proj.weight(0, 1) == 3 && by_input.q_proj.weight(1, 0) == 2);
    r.bits(by_input.v_proj.weight);
    // What attn has written is as it is: its axes have names.
    attention_of<input_by_output> again{};
    r.check(is_of_torch_names(from_safetensors(to_safetensors(by_input), again, torch_names), ""));
    r.same(again, by_input);
    nn::linear<float, model_2, inner, input_by_output> wide{};
    r.check(is_of_torch_names(
        from_safetensors(
            to_safetensors(numbered_of_torch_names<torch_linear<3, 2>>()), wide, torch_names),
        "weight: the model needs F32 (model 2, inner 3) from weight (3, 2), the file has F32 "
        "(2, 3), transposed"));
  });
  tests.proved("several layers", [](report& r) {
    const auto written = numbered_of_torch_names<torch_two_layers>();
    two_layers m{};
    r.check(is_of_torch_names(from_safetensors(to_safetensors(written), m, torch_names), ""));
    r.check(attn::detail::leaf<4>(m)(0, 0, 0) == 85 && attn::detail::leaf<0>(m)(0, 0, 0) == 1);
    const auto file = to_safetensors(m, torch_names, layer_numbers);
    torch_two_layers again{};
    r.check(is_of_torch_names(from_safetensors(file, again), "") && bitwise_equal(again, written));
  });
  tests.proved("numbers of layers", [](report& r) {
    const auto is_named = [&](std::string_view own, std::string_view name) {
      r.check(attn::detail::numbered_name(launder(own)).view() == name);
    };
    is_named("layers.12.weight_ih", "weight_ih_l12");
    is_named("rnn.layers.0.bias_hh", "rnn.bias_hh_l0");
    is_named("0.weight_ih", "0.weight_ih_l0");
    is_named("layers.1a.weight_ih", "layers.1a.weight_ih_l0");
    is_named("layers.1.weight", "");
    is_named("layers.1.forward.weight_hh", "weight_hh_l1");
    is_named("rnn.layers.0.reverse.bias_ih", "rnn.bias_ih_l0_reverse");
    is_named("reverse.weight_ih", "weight_ih_l0_reverse");
    is_named("my_reverse.weight_ih", "my_reverse.weight_ih_l0");
  });
  tests.proved("several layers, by cell", [](report& r) {
    // Without the option, the cells keep their names.
    two_layers m{};
    r.check(is_of_torch_names(
        from_safetensors(
            to_safetensors(numbered_of_torch_names<torch_two_layers>()), m, torch_names),
        ""));
    torch_cell<4> first{};
    r.check(is_of_torch_names(
        from_safetensors(to_safetensors(m, torch_names), first, under<"layers.0">), ""));
    // Also with it, unless the list is called `layers`.
    torch_lstm alone{};
    const auto file = to_safetensors(named_otherwise{}, torch_names, layer_numbers);
    r.check(is_of_torch_names(from_safetensors(file, alone, under<"sub_layers.0">), ""));
    lstm missing{};
    r.check(
        is_of_torch_names(from_safetensors(to_safetensors(numbered_of_torch_names<torch_norm>()),
                              missing, torch_names),
            "weight_ih: the model needs F32 (gates_ifgo 4, hidden 3, in 2), the file has no "
            "tensor of that name, and no weight_ih_l0"));
  });
  tests.proved("under a prefix", [](report& r) {
    const auto file = to_safetensors(numbered_of_torch_names<torch_model>());
    nn::multi_head_attention<float, model_2, head, output_by_input> attention{};
    r.check(
        is_of_torch_names(from_safetensors(file, attention, torch_names, under<"encoder">), ""));
    nn::linear<float, model_2, axis<"answer", 3>, output_by_input> answer{};
    r.check(is_of_torch_names(from_safetensors(file, answer, under<"answer">), "") &&
            answer.weight(0, 0) == 25);
    r.check(is_of_torch_names(from_safetensors(file, answer),
        "weight: the model needs F32 (answer 3, model 2), the file has no tensor of that "
        "name"));
    r.check(is_of_torch_names(from_safetensors(file, answer, under<"ans">),
        "weight: the model needs F32 (answer 3, model 2), the file has no tensor of that "
        "name"));
    nn::linear<float, model_2, model_2, output_by_input> part{};
    r.check(is_of_torch_names(from_safetensors(file, part, under<"encoder.out_proj">), ""));
    // … and it is written with them.
    nn::linear<float, model_2, axis<"answer", 3>, output_by_input> again{};
    r.check(is_of_torch_names(
        from_safetensors(to_safetensors(answer, under<"a.b">), again, under<"a.b">), ""));
    r.check(again == answer);
  });
  // What does not fit says what the file has.
  tests.proved("another width", [](report& r) {
    using wide = nn::multi_head_attention<float, axis<"model", 6>, head, output_by_input>;
    wide m{};
    r.check(is_of_torch_names(
        from_safetensors(
            to_safetensors(numbered_of_torch_names<torch_attention>()), m, torch_names),
        "q_proj.weight: the model needs F32 (head_d_k 6, model 6) from in_proj_weight (18, "
        "6), "
        "the file has F32 (6, 2), with another number of elements"));
  });
  tests.proved("as a constant", [](report& r) {
    constexpr encoder_layer m = from_safetensors<encoder_layer, bytes_of_torch, torch_names>();
    encoder_layer at_run_time{};
    r.check(is_of_torch_names(from_safetensors(bytes_of_torch, at_run_time, torch_names), ""));
    r.same(m, at_run_time);
  });
  gpt2_names_tests::behaviours(tests);
  // What attn/io/checkpoint.hpp promises, with safetensors as the format. The sentences about files
  // that do not fit are in static_tests/support/corrupt_safetensors.hpp; of torch_names and under<…>,
  // more is in torch_names.hpp.
  // The names of the axes find what sizes do not.
  tests.proved("a square weight that is transposed", [](report& r) {
    using by_output = nn::linear<float, in_3, hidden, output_by_input>;
    using by_input = nn::linear<float, in_3, hidden, input_by_output>;
    r.check(static_cast<bool>(exchanged<by_output, by_output>()));
    r.check(is_of_checkpoint(exchanged<by_output, by_input>(),
        "weight: the model needs F32 (hidden 3, in 3), the file has F32 (in 3, hidden 3), "
        "with other axes"));
  });
  tests.proved("gates in another order", [](report& r) {
    using torch = nn::lstm_cell<float, in_3, hidden>;
    using onnx = nn::lstm_cell<float, in_3, hidden, gate_order::iofc>;
    r.check(static_cast<bool>(exchanged<torch, torch>()));
    r.check(is_of_checkpoint(exchanged<torch, onnx>(),
        "weight_ih: the model needs F32 (gates_ifgo 4, hidden 3, in 3), the file has F32 "
        "(gates_iofc 4, hidden 3, in 3), with other axes"));
  });
  // An axis without a name, here or in the file, agrees with any of its size.
  tests.proved("names are gradual", [](report& r) {
    using named = nn::linear<double, in_3, hidden, output_by_input>;
    using unnamed = nn::linear<double, dim<3>, dim<3>, output_by_input>;
    using half = nn::linear<double, dim<3>, hidden, output_by_input>;
    r.check(static_cast<bool>(exchanged<named, unnamed>()));
    r.check(static_cast<bool>(exchanged<unnamed, named>()));
    r.check(static_cast<bool>(exchanged<half, named>()));
    r.check(static_cast<bool>(exchanged<named, half>()));
    r.check(!exchanged<half, nn::linear<double, hidden, in_3, output_by_input>>());
  });
  tests.proved("element types", [](report& r) {
    using of_float = nn::linear<float, in_3, hidden, output_by_input>;
    using of_double = nn::linear<double, in_3, hidden, output_by_input>;
    r.check(static_cast<bool>(exchanged<of_double, of_float>()));
    r.check(is_of_checkpoint(exchanged<of_float, of_double>(),
        "weight: the model needs F32 (hidden 3, in 3), the file has F64 (hidden 3, in 3), "
        "which "
        "would be rounded: pass allow_rounding"));
    using of_int = nn::linear<int, in_3, hidden, output_by_input>;
    r.check(is_of_checkpoint(exchanged<of_float, of_int>(),
        "weight: the model needs F32 (hidden 3, in 3), the file has I32 (hidden 3, in 3), "
        "which "
        "does not convert exactly"));
  });
  tests.proved("names of Transformers", [](report& r) {
    const auto is = [&](const auto& parts, std::string_view own, std::string_view name) {
      r.check(attn::detail::with_renamed_parts(launder(own), parts).view() == name);
    };
    const auto& bert = attn::detail::bert_parts;
    is(bert, "encoder.layers.1.self_attn.k_proj.bias", "encoder.layer.1.attention.self.key.bias");
    is(bert, "layers.0.self_attn.out_proj.weight", "layer.0.attention.output.dense.weight");
    is(bert, "layers.0.norm1.weight", "layer.0.attention.output.LayerNorm.weight");
    is(bert, "layers.0.feed_forward.linear1.bias", "layer.0.intermediate.dense.bias");
    is(bert, "layers.0.feed_forward.linear2.bias", "layer.0.output.dense.bias");
    is(bert, "layers.0.norm2.bias", "layer.0.output.LayerNorm.bias");
    is(attn::detail::gpt2_parts, "embedding.output.weight", "lm_head.weight");
    is(attn::detail::llama_parts, "embedding.output.weight", "lm_head.weight");
    using attn::detail::file_names, attn::detail::is_constant_in;
    const std::string_view numbers = launder(std::string_view("bert.embeddings.position_ids"));
    r.check(
        is_constant_in(file_names::bert, numbers) && !is_constant_in(file_names::torch, numbers));
    r.check(
        !is_constant_in(file_names::own, numbers) && !is_constant_in(file_names::llama, numbers));
  });
  // A result is true or false in a condition, and is no number. What is found in a file can be kept.
  tests.proved("types", [](report& r) {
    r.check(std::is_constructible_v<bool, checkpoint_result>);
    r.check(!std::is_convertible_v<checkpoint_result, bool>);
    r.check(std::is_trivially_copyable_v<checkpoint_entry> && checkpoint_entry::max_rank == 8);
    r.check(checkpoint{}.entries.empty());
    r.check(std::is_same_v<decltype(ignore_unexpected), const ignore_unexpected_option>);
    r.check(std::is_same_v<decltype(allow_rounding), const allow_rounding_option>);
    r.check(std::is_same_v<decltype(torch_names), const torch_names_option>);
    r.check(std::is_same_v<decltype(gpt2_names), const gpt2_names_option>);
    r.check(std::is_same_v<decltype(bert_names), const bert_names_option>);
    r.check(std::is_same_v<decltype(layer_numbers), const layer_numbers_option>);
    r.check(std::is_same_v<decltype(under<"a.b">), const under_option<"a.b">>);
    r.check(!attn::detail::reading_option<layer_numbers_option>);
    r.check(!attn::detail::writing_option<allow_rounding_option>);
    r.check(std::is_empty_v<allow_rounding_option> && std::is_empty_v<ignore_unexpected_option>);
  });
  // checkpoint_call: what is asked of a model.
  tests.proved("rules of models", [](report& r) {
    using layer = nn::linear<float, in_3, hidden, input_by_output>;
    r.check(rules::checkpoint_call<layer>::all::value);
    r.check(rules::checkpoint_call<nn::linear<bool, in_3, hidden, input_by_output>>::all::value);
    r.check(!rules::checkpoint_call<
        nn::linear<long double, in_3, hidden, input_by_output>>::all::value);
    r.check(!rules::checkpoint_call<decltype(packed(layer{}))>::storable::value);
  });
};
}  // namespace attn_tests::io_torch_names_tests
