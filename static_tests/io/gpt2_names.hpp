// SPDX-License-Identifier: BSL-1.0
// What attn/io/checkpoint.hpp promises of gpt2_names: a language model is read from a file with the
// names and shapes of GPT-2 in Transformers, and written as such. The structs named gpt2_… have the
// members of its modules.
#pragma once

#include <attn/io/safetensors.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/models/language_model.hpp>
#include <boost/hana/define_struct.hpp>
#include <cstddef>
#include <string_view>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/says.hpp"

namespace attn_tests::gpt2_names_tests {

using namespace attn;
using width = axis<"width", 2>;
using head = axis<"head", 2>;
using inner = axis<"inner", 3>;

template <std::size_t In, std::size_t Out>
using conv1d = nn::linear<float, dim<In>, dim<Out>, input_by_output>;
using gpt2_norm = nn::layer_norm<float, dim<2>>;
template <std::size_t Rows>
using gpt2_table = nn::embedding<float, dim<Rows>, dim<2>>;

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
                                 nn::learned_positions<float, axis<"position", 4>, width>,
                                 nn::layer_norm<float, width>>;

template <class M = gpt2_model>
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

// The columns 0 and 1 of c_attn.weight are those of q, 2 and 3 of k, 4 and 5 of v.
template <class Layout>
constexpr report in_layout() {
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
  r.check(at(m.layers[0].feed_forward.linear2.weight, 2, 1) ==
          written.h[0].mlp.c_proj.weight(2, 1));
  r.bits(m.layers[0].feed_forward.linear1.weight);
  return r;
}

constexpr report one_block() {
  report r;
  const gpt2_model written = numbered();
  block<output_by_input> m{};
  r.check(is(from_safetensors(to_safetensors(written), m, gpt2_names, under<"h.0">), ""));
  r.check(m.self_attn.k_proj.weight(1, 0) == written.h[0].attn.c_attn.weight(0, 3));
  r.check(m.feed_forward.linear2.bias(1) == written.h[0].mlp.c_proj.bias(1));
  return r;
}

// Not together with the above, for Clang's limit.
constexpr report back_again() {
  report r;
  const auto m = numbered<block<output_by_input>>();
  block<input_by_output> other{};
  const auto file = to_safetensors(m, gpt2_names, under<"transformer.h.0">);
  r.check(is(from_safetensors(file, other, gpt2_names, under<"transformer.h.0">), ""));
  r.check(bitwise_equal(other.self_attn.k_proj, in_layout<input_by_output>(m.self_attn.k_proj)));
  r.check(bitwise_equal(other.feed_forward.linear1,
                        in_layout<input_by_output>(m.feed_forward.linear1)));
  return r;
}

// A model of the library stores no masks, and does not miss them.
constexpr report masks() {
  report r;
  gpt2_block again{};
  const block<output_by_input> m{};
  r.check(is(from_safetensors(to_safetensors(m, gpt2_names), again),
             "attn.bias: the model wants F32 (1, 1, 4, 4), the file has no tensor of that name"));
  return r;
}

constexpr report sentences() {
  report r;
  model<output_by_input> m{};
  r.check(is(from_safetensors(to_safetensors(conv1d<2, 3>{}), m, gpt2_names),
             "embedding.weight: the model wants F32 (word 5, width 2), the file has no tensor of "
             "that name, and no wte.weight"));
  nn::encoder_layer<float, width, head, inner, input_by_output, act::relu, pre_norm> layer{};
  const auto file = to_safetensors(numbered());
  r.check(is(from_safetensors(file, layer, gpt2_names, under<"h.0">), ""));
  nn::encoder_layer<float, axis<"width", 4>, head, inner, input_by_output, act::relu, pre_norm>
      wider{};
  r.check(is(from_safetensors(file, wider, gpt2_names, under<"h.0">),
             "self_attn.q_proj.weight: the model wants F32 (width 4, head_d_k 4) from "
             "attn.c_attn.weight (4, 12), the file has F32 (2, 6), with another number of "
             "elements"));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"input by output", in_layout<input_by_output>},
    {"output by input", in_layout<output_by_input>},
    {"one block", one_block},
    {"back again", back_again},
    {"masks", masks},
    {"sentences", sentences},
};

}  // namespace attn_tests::gpt2_names_tests
