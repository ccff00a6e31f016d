// SPDX-License-Identifier: BSL-1.0
// What attn/io/checkpoint.hpp promises of torch_names and under: models of the library are read from
// files with the names and shapes of PyTorch's state_dict, and written as such. The structs named
// torch_… have the members of PyTorch's modules.
#pragma once

#include <array>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/io/npz.hpp>
#include <attn/io/safetensors.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/models/decoder.hpp>
#include <attn/models/encoder.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/tuple.hpp>
#include <cstddef>
#include <string_view>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::torch_names_tests {

using namespace attn;
using model = axis<"model", 2>;
using head = axis<"head", 2>;
using inner = axis<"inner", 3>;

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
                           (torch_attention, multihead_attn), (first, linear1), (second, linear2),
                           (torch_norm, norm1), (torch_norm, norm2), (torch_norm, norm3));
};
struct torch_encoder {
  using stack = torch_encoder_layer[2];
  BOOST_HANA_DEFINE_STRUCT(torch_encoder, (stack, layers), (torch_norm, norm));
};

using encoder_layer =
    nn::encoder_layer<float, model, head, inner, output_by_input, act::relu, post_norm>;
using decoder_layer =
    nn::decoder_layer<float, model, head, inner, output_by_input, act::relu, post_norm>;
using encoder = nn::encoder<encoder_layer, 2, nn::layer_norm<float, model>>;

// All parameters are different numbers.
template <class M>
constexpr M numbered() {
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

// From PyTorch's file, and back to it: no number is lost.
template <class Own, class Torch>
constexpr report both_directions() {
  report r;
  const Torch written = numbered<Torch>();
  Own read{};
  r.check(is(from_safetensors(to_safetensors(written), read, torch_names), ""));
  Torch again{};
  r.check(is(from_safetensors(to_safetensors(read, torch_names), again), ""));
  r.check(bitwise_equal(again, written));
  return r;
}

// Rows 0 and 1 of in_proj_weight are those of q, 2 and 3 of k, 4 and 5 of v.
constexpr report where_the_numbers_are() {
  report r;
  encoder_layer m{};
  const auto file = to_safetensors(numbered<torch_encoder_layer>());
  r.check(is(from_safetensors(file, m, torch_names), ""));
  r.check(m.self_attn.q_proj.weight(0, 0) == 1 && m.self_attn.q_proj.weight(1, 1) == 4);
  r.check(m.self_attn.k_proj.weight(0, 0) == 5 && m.self_attn.v_proj.weight(1, 1) == 12);
  r.check(m.self_attn.q_proj.bias(0) == 13 && m.self_attn.v_proj.bias(1) == 18);
  r.check(m.self_attn.out_proj.weight(0, 1) == 20 && m.feed_forward.linear1.weight(0, 0) == 25);
  r.bits(m.feed_forward.linear2.weight);
  // Without the option the names are others.
  r.check(is(from_safetensors(file, m),
             "self_attn.q_proj.weight: the model wants F32 (head_d_k 2, model 2), the file has no "
             "tensor of that name"));
  return r;
}

// Keys and values of other widths than the queries: PyTorch has a weight for each of the three.
struct torch_separate {
  using q_type = tensor<float, dim<2>, dim<2>>;
  using k_type = tensor<float, dim<2>, dim<3>>;
  using v_type = tensor<float, dim<2>, dim<5>>;
  using bias_type = tensor<float, dim<6>>;
  using out_projection = torch_linear<2, 2>;
  BOOST_HANA_DEFINE_STRUCT(torch_separate, (q_type, q_proj_weight), (k_type, k_proj_weight),
                           (v_type, v_proj_weight), (bias_type, in_proj_bias),
                           (out_projection, out_proj));
};
using separate_layer =
    nn::multi_head_of_widths<float, model, axis<"key_width", 3>, axis<"value_width", 5>, head, 1, 1,
                             model, output_by_input>;

template <std::size_t Gates>
struct torch_cell {
  using ih = tensor<float, dim<Gates * 3>, dim<2>>;
  using hh = tensor<float, dim<Gates * 3>, dim<3>>;
  using bias = tensor<float, dim<Gates * 3>>;
  BOOST_HANA_DEFINE_STRUCT(torch_cell, (ih, weight_ih), (hh, weight_hh), (bias, bias_ih),
                           (bias, bias_hh));
};
struct torch_lstm {
  using ih = tensor<float, dim<12>, dim<2>>;
  using hh = tensor<float, dim<12>, dim<3>>;
  using bias = tensor<float, dim<12>>;
  BOOST_HANA_DEFINE_STRUCT(torch_lstm, (ih, weight_ih_l0), (hh, weight_hh_l0), (bias, bias_ih_l0),
                           (bias, bias_hh_l0));
};
using in = axis<"in", 2>;
using hidden = axis<"hidden", 3>;
using lstm = nn::lstm_cell<float, in, hidden>;
using gru = nn::gru_cell<float, in, hidden>;
constexpr report gates_and_numbers_of_layers() {
  report r;
  // nn.LSTM adds the number of the layer.
  lstm cell{};
  r.check(is(from_safetensors(to_safetensors(numbered<torch_lstm>()), cell, torch_names), ""));
  r.check(cell.weight_ih(0, 0, 1) == 2 && cell.weight_ih(1, 0, 0) == 7);
  // Gates in another order are in another place.
  using onnx = nn::lstm_cell<float, in, hidden, gate_order::iofc>;
  onnx other{};
  r.check(
      is(from_safetensors(to_safetensors(numbered<torch_cell<4>>()), other, torch_names),
         "weight_ih: the model wants F32 (gates_iofc 4, hidden 3, in 2) from weight_ih (12, 2), "
         "the file has F32 (12, 2), with the gates in PyTorch's order: load that one, and use "
         "in_gate_order"));
  r.check(rules::written_checkpoint_call<lstm, attn::detail::file_names::torch>::holds &&
          !rules::written_checkpoint_call<onnx, attn::detail::file_names::torch>::holds);
  return r;
}

// A weight that the model stores as (in, out) is (out, in) in PyTorch, square or not.
template <class Layout>
using attention_of = nn::multi_head_attention<float, model, head, Layout>;
constexpr report other_layout() {
  report r;
  const auto file = to_safetensors(numbered<torch_attention>());
  attention_of<output_by_input> by_output{};
  attention_of<input_by_output> by_input{};
  r.check(is(from_safetensors(file, by_output, torch_names), ""));
  r.check(is(from_safetensors(file, by_input, torch_names), ""));
  r.check(bitwise_equal(by_input.k_proj, in_layout<input_by_output>(by_output.k_proj)));
  r.check(bitwise_equal(by_input.out_proj, in_layout<input_by_output>(by_output.out_proj)));
  r.check(by_input.q_proj.weight(0, 1) == 3 && by_input.q_proj.weight(1, 0) == 2);
  r.bits(by_input.v_proj.weight);
  // What attn has written is as it is: its axes have names.
  attention_of<input_by_output> again{};
  r.check(is(from_safetensors(to_safetensors(by_input), again, torch_names), ""));
  r.check(bitwise_equal(again, by_input));
  nn::linear<float, model, inner, input_by_output> wide{};
  r.check(is(from_safetensors(to_safetensors(numbered<torch_linear<3, 2>>()), wide, torch_names),
             "weight: the model wants F32 (model 2, inner 3) from weight (3, 2), the file has F32 "
             "(2, 3), transposed"));
  return r;
}

// nn.LSTM of two layers has one list of names; a list of cells has two.
struct torch_two_layers {
  using ih = tensor<float, dim<12>, dim<2>>;
  using hh = tensor<float, dim<12>, dim<3>>;
  using bias = tensor<float, dim<12>>;
  BOOST_HANA_DEFINE_STRUCT(torch_two_layers, (ih, weight_ih_l0), (hh, weight_hh_l0),
                           (bias, bias_ih_l0), (bias, bias_hh_l0), (hh, weight_ih_l1),
                           (hh, weight_hh_l1), (bias, bias_ih_l1), (bias, bias_hh_l1));
};
struct two_layers {
  using cells = boost::hana::tuple<lstm, nn::lstm_cell<float, hidden, hidden>>;
  BOOST_HANA_DEFINE_STRUCT(two_layers, (cells, layers));
};
constexpr report several_layers() {
  report r;
  const auto written = numbered<torch_two_layers>();
  two_layers m{};
  r.check(is(from_safetensors(to_safetensors(written), m, torch_names), ""));
  r.check(attn::detail::leaf<4>(m)(0, 0, 0) == 85 && attn::detail::leaf<0>(m)(0, 0, 0) == 1);
  const auto file = to_safetensors(m, torch_names, layer_numbers);
  torch_two_layers again{};
  r.check(is(from_safetensors(file, again), "") && bitwise_equal(again, written));
  return r;
}

constexpr report several_layers_by_cell() {
  report r;
  // Without the option, the cells keep their names.
  two_layers m{};
  r.check(is(from_safetensors(to_safetensors(numbered<torch_two_layers>()), m, torch_names), ""));
  torch_cell<4> first{};
  r.check(is(from_safetensors(to_safetensors(m, torch_names), first, under<"layers.0">), ""));
  lstm missing{};
  r.check(is(from_safetensors(to_safetensors(numbered<torch_norm>()), missing, torch_names),
             "weight_ih: the model wants F32 (gates_ifgo 4, hidden 3, in 2), the file has no "
             "tensor of that name, and no weight_ih_l0"));
  return r;
}

// A part of a file: its names begin with a prefix, and the others are not the model's business.
struct torch_model {
  using answer_layer = torch_linear<2, 3>;
  BOOST_HANA_DEFINE_STRUCT(torch_model, (torch_attention, encoder), (answer_layer, answer));
};
constexpr report under_a_prefix() {
  report r;
  const auto file = to_safetensors(numbered<torch_model>());
  nn::multi_head_attention<float, model, head, output_by_input> attention{};
  r.check(is(from_safetensors(file, attention, torch_names, under<"encoder">), ""));
  nn::linear<float, model, axis<"answer", 3>, output_by_input> answer{};
  r.check(is(from_safetensors(file, answer, under<"answer">), "") && answer.weight(0, 0) == 25);
  r.check(is(from_safetensors(file, answer),
             "weight: the model wants F32 (answer 3, model 2), the file has no tensor of that "
             "name"));
  r.check(is(from_safetensors(file, answer, under<"ans">),
             "weight: the model wants F32 (answer 3, model 2), the file has no tensor of that "
             "name"));
  nn::linear<float, model, model, output_by_input> part{};
  r.check(is(from_safetensors(file, part, under<"encoder.out_proj">), ""));
  // … and it is written with them.
  nn::linear<float, model, axis<"answer", 3>, output_by_input> again{};
  r.check(is(from_safetensors(to_safetensors(answer, under<"a.b">), again, under<"a.b">), ""));
  r.check(again == answer);
  return r;
}

// What does not fit says what the file has.
constexpr report another_width() {
  report r;
  using wide = nn::multi_head_attention<float, axis<"model", 6>, head, output_by_input>;
  wide m{};
  r.check(
      is(from_safetensors(to_safetensors(numbered<torch_attention>()), m, torch_names),
         "q_proj.weight: the model wants F32 (head_d_k 6, model 6) from in_proj_weight (18, 6), "
         "the file has F32 (6, 2), with another number of elements"));
  return r;
}

constexpr auto bytes_of_torch = [] {
  std::array<unsigned char, to_safetensors(numbered<torch_encoder_layer>()).size()> bytes{};
  const byte_buffer all = to_safetensors(numbered<torch_encoder_layer>());
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = all[i];
  return bytes;
}();
constexpr report as_a_constant() {
  report r;
  constexpr encoder_layer m = from_safetensors<encoder_layer, bytes_of_torch, torch_names>();
  encoder_layer at_run_time{};
  r.check(is(from_safetensors(bytes_of_torch, at_run_time, torch_names), ""));
  r.check(bitwise_equal(m, at_run_time));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"an encoder layer", both_directions<encoder_layer, torch_encoder_layer>},
    {"separate weights", both_directions<separate_layer, torch_separate>},
    {"an LSTM cell", both_directions<lstm, torch_cell<4>>},
    {"a GRU cell", both_directions<gru, torch_cell<3>>},
    {"where the numbers are", where_the_numbers_are},
    {"gates, and numbers of layers", gates_and_numbers_of_layers},
    {"the other layout", other_layout},
    {"several layers", several_layers},
    {"several layers, by cell", several_layers_by_cell},
    {"under a prefix", under_a_prefix},
    {"another width", another_width},
    {"as a constant", as_a_constant},
};

}  // namespace attn_tests::torch_names_tests
