// SPDX-License-Identifier: BSL-1.0
// What attn/models/generate.hpp promises.
#pragma once

#include <attn/layers/initialize.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/models/generate.hpp>
#include <attn/ops/concat.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/text/tokenizer.hpp>
#include <cstddef>
#include <type_traits>

#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"

namespace attn_tests::generate_tests {

using namespace attn;
using word = axis<"word", 11>;
using width = axis<"width", 8>;
using head = axis<"head", 2>;
using inner = axis<"inner", 12>;
using position = axis<"position", 9>;
using token = axis<"token", 3>;

template <class T>
using small = nn::language_model<
    word, nn::encoder_layer<T, width, head, inner, input_by_output, act::gelu_exact, pre_norm>, 2,
    nn::learned_positions<T, position, width>, nn::layer_norm<T, width>>;

constexpr tensor<token_id<11>, token> prompt{3, 1, 4};

// The words as they stand, for comparisons.
// (What may be asked for is rules::generate_call; what may not: static_tests/rejected/.)
template <class... Axes, std::size_t Bound>
constexpr auto numbers(const tensor<token_id<Bound>, Axes...>& ids) {
  return as<int>(ids);
}

// --- by hand -------------------------------------------------------------------------------------

// A model whose weights can be read: width = words, every word is its own direction. The network
// turns each word into the next one; the only head lets "be" look for a "not", which says ".".
constexpr vocabulary_of hamlet{ids_from<0>, {"to", "be", "or", "not", "."}};
inline constexpr std::size_t to = 0, be = 1, or_ = 2, not_ = 3, end = 4;
using five = axis<"word", 5>;
using feature = axis<"feature", 5>;
template <class T>
using poet = nn::language_model<five,
                                nn::encoder_layer<T, feature, axis<"head", 1>, axis<"inner", 5>,
                                                  input_by_output, act::relu, pre_norm>,
                                1, nn::learned_positions<T, position, feature>>;

template <class T>
constexpr poet<T> written_by_hand() {
  poet<T> m{};
  auto& layer = m.layers[0];
  layer.norm1 = layer.norm2 = nn::layer_norm<T, feature>::initial();
  for (std::size_t i = 0; i < 5; ++i) m.embedding.weight(i, i) = 1;
  for (std::size_t i = 0; i < 5; ++i) layer.feed_forward.linear1.weight(i, i) = 1;
  layer.feed_forward.linear2.weight(to, be) = 2;
  layer.feed_forward.linear2.weight(be, or_) = 2;
  layer.feed_forward.linear2.weight(or_, not_) = 2;
  layer.feed_forward.linear2.weight(not_, to) = 2;
  layer.self_attn.q_proj.weight(be, 0) = 4;
  layer.self_attn.k_proj.weight(not_, 0) = 4;
  layer.self_attn.v_proj.weight(not_, end) = 3;
  for (std::size_t i = 0; i < 5; ++i) layer.self_attn.out_proj.weight(i, i) = 1;
  return m;
}

template <class T>
constexpr report to_be_or_not_to_be() {
  report r;
  const auto m = launder(written_by_hand<T>());
  const auto begin = launder(tokenize<axis<"token", 1>>(hamlet, "to"));
  const auto text = generate<6>(m, begin);
  static_assert(std::is_same_v<decltype(text), const tensor<token_id<5>, axis<"token", 6>>>);
  r.check(text == tokenize<axis<"token", 6>>(hamlet, "be or not to be ."));
  r.bits(numbers(text));
  // Without the head it goes on for ever.
  auto inattentive = m;
  inattentive.layers[0].self_attn = {};
  r.check(generate<6>(inattentive, begin) ==
          tokenize<axis<"token", 6>>(hamlet, "be or not to be or"));
  return r;
}

// Blocks of zeros, and a table that is the identity: the positions alone say what comes.
constexpr report the_first_of_equals() {
  report r;
  poet<double> m{};
  m.positions.weight(0, 3) = 9;
  m.positions.weight(1, 2) = 9;
  m.positions.weight(2, 4) = m.positions.weight(2, 1) = 9;
  // Nothing at position 3: all logits are 0, and the first word wins.
  const auto text =
      generate<4>(launder(m), launder(tensor<token_id<5>, axis<"token", 1>>{token_id<5>(2)}));
  for (std::size_t i = 0; i < 5; ++i) m.embedding.weight(i, i) = 1;
  r.check(numbers(text) == tensor<int, axis<"token", 4>>{0, 0, 0, 0});
  const auto said =
      generate<4>(launder(m), launder(tensor<token_id<5>, axis<"token", 1>>{token_id<5>(2)}));
  r.check(numbers(said) == tensor<int, axis<"token", 4>>{3, 2, 1, 1});
  return r;
}

// --- against the model of the whole text ---------------------------------------------------------

template <class T>
constexpr report greedy_is_argmax_of_every_row() {
  report r;
  const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 2));
  const auto begin = launder(prompt);
  const auto text = generate<7>(m, begin);
  static_assert(std::is_same_v<decltype(text), const tensor<token_id<11>, axis<"token", 7>>>);
  const auto best = argmax<"word">(m(concat<"token">(begin, narrow<0, 6>(text, 0))));
  for (std::size_t i = 0; i < 7; ++i) r.check(text(i) == best(2 + i));
  r.check(generate<1>(m, begin)(0) == text(0));
  r.check(generate<3>(m, begin) == narrow<0, 3>(text, 0));
  r.check(generate<3>(m, concat<"token">(begin, narrow<0, 4>(text, 0))) == narrow<0, 3>(text, 4));
  r.bits(numbers(text));
  return r;
}

// Numbers that anyone can make again: small, from the seed 8.
template <class T>
constexpr report from_a_seed() {
  report r;
  const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 2));
  r.check(numbers(generate<7>(m, launder(prompt))) ==
          tensor<int, axis<"token", 7>>{4, 1, 6, 6, 5, 9, 0});
  return r;
}

template <class T>
constexpr report sampled_is_sample_of_every_row() {
  report r;
  const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
  const auto begin = launder(prompt);
  const auto u = launder(tensor<T, axis<"step", 7>>{0.99, 0.5, 0.75, 0.0, 0.25, 0.875, 0.625});
  const auto text = generate<7>(m, begin, u);
  static_assert(std::is_same_v<decltype(text), const tensor<token_id<11>, axis<"token", 7>>>);
  const auto rows = m(concat<"token">(begin, narrow<0, 6>(text, 0)));
  for (std::size_t i = 0; i < 7; ++i)
    r.check(text(i) == static_cast<int>(sample(softmax(select<0>(rows, 2 + i)), u(i))));
  r.check(text(3) == 0);  // u = 0 is the first word
  r.bits(numbers(text));
  return r;
}

// With temperature: as of logits that are divided by it.
template <class T>
constexpr report temperature_divides_the_logits() {
  report r;
  const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
  const auto begin = launder(prompt);
  const auto u = launder(tensor<T, axis<"step", 7>>{0.99, 0.5, 0.75, 0.0, 0.25, 0.875, 0.625});
  const auto hot = generate<7>(m, begin, u, T(3));
  const auto hot_rows = m(concat<"token">(begin, narrow<0, 6>(hot, 0)));
  for (std::size_t i = 0; i < 7; ++i)
    r.check(hot(i) == static_cast<int>(sample(softmax(select<0>(hot_rows, 2 + i) / T(3)), u(i))));
  r.check(!(hot == generate<7>(m, begin, u)));
  r.bits(numbers(hot));
  return r;
}

// A temperature of 1 changes nothing; without any it is greedy, whatever u; 0 itself:
// generate_wants_a_temperature_above_0, a rejected program.
template <class T>
constexpr report temperature_of_1_and_of_nearly_0() {
  report r;
  const auto m = launder(splitmix_parameters<splitmix::s24, small<T>>(8, 1));
  const auto begin = launder(prompt);
  const auto u = launder(tensor<T, axis<"step", 4>>{0.99, 0.5, 0.75, 0.0});
  const auto text = generate<4>(m, begin, u);
  r.check(generate<4>(m, begin, u, T(1)) == text);
  r.check(generate<4>(m, begin, u, T(0.00001)) == generate<4>(m, begin));
  return r;
}

// --- a larger one --------------------------------------------------------------------------------

using words = axis<"word", 64>;
using wide = axis<"width", 32>;
template <class T>
using larger = nn::language_model<words,
                                  nn::encoder_layer<T, wide, axis<"head", 4>, axis<"inner", 128>,
                                                    input_by_output, act::gelu_tanh, pre_norm>,
                                  2, nn::learned_positions<T, axis<"position", 16>, wide>,
                                  nn::layer_norm<T, wide>>;
static_assert(parameter_count<larger<float>> == 28'032);
template <class T>
inline constexpr auto of_28032_parameters = splitmix_parameters<splitmix::s24, larger<T>>(9, 0.25);

// Within the default limits of both compilers, in one evaluation.
template <class T>
constexpr report eight_tokens() {
  report r;
  const auto text =
      generate<8>(of_28032_parameters<T>, launder(tensor<token_id<64>, token>{3, 1, 4}));
  r.check(numbers(text) == tensor<int, axis<"token", 8>>{4, 54, 15, 44, 1, 29, 29, 16});
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"to be or not to be, float", to_be_or_not_to_be<float>},
    {"to be or not to be, double", to_be_or_not_to_be<double>},
    {"the first of equals", the_first_of_equals},
    {"greedy is argmax of every row, float", greedy_is_argmax_of_every_row<float>},
    {"greedy is argmax of every row, double", greedy_is_argmax_of_every_row<double>},
    {"from a seed, float", from_a_seed<float>},
    {"from a seed, double", from_a_seed<double>},
    {"sampled is sample of every row, float", sampled_is_sample_of_every_row<float>},
    {"sampled is sample of every row, double", sampled_is_sample_of_every_row<double>},
    {"temperature divides the logits, float", temperature_divides_the_logits<float>},
    {"temperature divides the logits, double", temperature_divides_the_logits<double>},
    {"temperature of 1 and of nearly 0, float", temperature_of_1_and_of_nearly_0<float>},
    {"temperature of 1 and of nearly 0, double", temperature_of_1_and_of_nearly_0<double>},
    {"eight tokens, float", eight_tokens<float>},
    {"eight tokens, double", eight_tokens<double>},
};

}  // namespace attn_tests::generate_tests
