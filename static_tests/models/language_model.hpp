// SPDX-License-Identifier: BSL-1.0
// What attn/models/language_model.hpp promises.
#pragma once

#include <array>
#include <attn/attention/window.hpp>
#include <attn/layers/initialize.hpp>
#include <attn/layers/position_layer.hpp>
#include <attn/models/language_model.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/transpose.hpp>
#include <attn/tensor/compare.hpp>
#include <attn/tensor/convert.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "static_tests/support/archetype.hpp"
#include "static_tests/support/behaviour.hpp"
#include "static_tests/support/fill.hpp"
#include "static_tests/support/plain_language_model.hpp"

namespace attn_tests::language_model_tests {

using namespace attn;
using batch = axis<"batch", 2>;
using token = axis<"token", 5>;
using word = axis<"word", 7>;
using width = axis<"width", 6>;
using head = axis<"head", 2>;
using inner = axis<"inner", 9>;
using position = axis<"position", 8>;

// As GPT-2 is, and as the decoder of 2017 would be without an encoder.
template <class T, class Layout = output_by_input>
using modern =
    nn::language_model<word,
                       nn::encoder_layer<T, width, head, inner, Layout, act::gelu_tanh, pre_norm>,
                       2, nn::learned_positions<T, position, width>, nn::layer_norm<T, width>>;
template <class T>
using classic = nn::language_model<
    word, nn::encoder_layer<T, width, head, inner, output_by_input, act::relu, post_norm>, 2,
    nn::sinusoidal_positions<T, position, width, interleaved>>;

template <class Model>
constexpr Model made_up(std::uint64_t seed) {
  using T = typename Model::value_type;
  return vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed, T(0.75)));
}

constexpr tensor<token_id<7>, token> sentence{3, 0, 6, 3, 5};

// What may be read: rules::text_call, rules::language_model_call, in static_tests/models/calls.hpp; what
// may not: static_tests/rejected/.
constexpr report names_and_counts() {
  report r;
  constexpr std::size_t layer = 4 * (6 * 6 + 6) + (6 * 9 + 9) + (9 * 6 + 6) + 4 * 6;
  // One table of words, at both ends.
  static_assert(parameter_count<modern<float>> == 7 * 6 + 8 * 6 + 2 * layer + 12);
  static_assert(parameter_count<classic<float>> == 7 * 6 + 2 * layer);
  // GPT-2, the smallest: 124439808.
  using wide = axis<"width", 768>;
  using block = nn::encoder_layer<float, wide, axis<"head", 12>, axis<"inner", 3072>,
                                  input_by_output, act::gelu_tanh, pre_norm>;
  using gpt2 = nn::language_model<axis<"word", 50257>, block, 12,
                                  nn::learned_positions<float, axis<"position", 1024>, wide>,
                                  nn::layer_norm<float, wide>>;
  static_assert(parameter_count<gpt2> == 124'439'808);
  const auto f = made_up<modern<float>>(1);
  r.check(parameter<"embedding.weight">(f) == f.embedding.weight);
  r.check(parameter<"positions.weight">(f) == f.positions.weight);
  r.check(parameter<"layers.1.self_attn.k_proj.bias">(f) == f.layers[1].self_attn.k_proj.bias);
  r.check(parameter<"layers.0.feed_forward.linear1.weight">(f) ==
          f.layers[0].feed_forward.linear1.weight);
  r.check(parameter<"norm.bias">(f) == f.norm.bias);
  r.check(as<float>(as<double>(f)) == f && !(f == modern<float>{}));
  const auto g = made_up<classic<float>>(1);
  r.check(as<float>(as<double>(g)) == g);
  return r;
}

// The composition of its parts, bit for bit, for a sequence and a batch.
template <class T>
constexpr report is_its_parts() {
  report r;
  const auto f = launder(made_up<modern<T>>(1));
  const auto ids = launder(sentence);
  const auto y = f(ids);
  static_assert(std::is_same_v<decltype(y), const tensor<T, token, word>>);
  const auto x = f.positions(f.embedding(ids));
  const auto h = f.norm(f.layers[1](f.layers[0](x, causal<>), causal<>));
  r.check(bitwise_equal(y, matmul(h, transpose(f.embedding.weight))));
  const auto g = launder(made_up<classic<T>>(2));
  const auto z = g(ids);
  const auto k = g.layers[1](g.layers[0](g.positions(g.embedding(ids)), causal<>), causal<>);
  r.check(bitwise_equal(z, g.logits(k)));
  r.check(bitwise_equal(z, matmul(k, transpose(g.embedding.weight))));
  r.bits(y);
  r.bits(z);
  return r;
}

template <class T>
constexpr report takes_a_batch() {
  report r;
  const auto f = launder(made_up<modern<T>>(1));
  const auto ids = launder(tensor<token_id<7>, batch, axis<"token", 3>>{
      as_token_ids<7>(tensor<int, batch, axis<"token", 3>>{{1, 6, 2}, {0, 4, 4}})});
  const auto y = f(ids);
  static_assert(std::is_same_v<decltype(y), const tensor<T, batch, axis<"token", 3>, word>>);
  for (std::size_t b = 0; b < 2; ++b)
    r.check(bitwise_equal(select<"batch">(y, b), f(select<"batch">(ids, b))));
  return r;
}

// --- the same without this library ---------------------------------------------------------------

template <std::size_t N, class X>
constexpr auto numbers(const X& x) {
  static_assert(X::volume == N);
  std::array<double, N> all{};
  for (std::size_t i = 0; i < N; ++i) all[i] = static_cast<double>(x.data()[i]);
  return all;
}
template <plain::sizes S, class Model>
constexpr plain::model<S> in_plain(const Model& f, const tensor<double, token, width>& positions) {
  using plain_model = plain::model<S>;
  plain_model p{};
  const auto linear = [](auto& to, const auto& from) {
    to = {numbers<std::tuple_size_v<decltype(to.weight)>>(from.weight),
          numbers<std::tuple_size_v<decltype(to.bias)>>(from.bias)};
  };
  p.embedding = numbers<S.words * S.width>(f.embedding.weight);
  for (std::size_t t = 0; t < S.tokens; ++t)
    for (std::size_t j = 0; j < S.width; ++j) p.positions[t][j] = positions(t, j);
  for (std::size_t i = 0; i < S.layers; ++i) {
    auto& to = p.layers[i];
    const auto& from = f.layers[i];
    linear(to.q, from.self_attn.q_proj);
    linear(to.k, from.self_attn.k_proj);
    linear(to.v, from.self_attn.v_proj);
    linear(to.out, from.self_attn.out_proj);
    linear(to.up, from.feed_forward.linear1);
    linear(to.down, from.feed_forward.linear2);
    linear(to.norm1, from.norm1);
    linear(to.norm2, from.norm2);
  }
  if constexpr (S.final_norm) linear(p.last, f.norm);
  return p;
}
template <std::size_t N, class X>
constexpr bool close(const X& x, const std::array<double, N>& plain) {
  X same;
  for (std::size_t i = 0; i < N; ++i)
    same.data()[i] = static_cast<typename X::value_type>(plain[i]);
  return allclose(x, same);
}
constexpr std::array<int, 5> plain_ids = {3, 0, 6, 3, 5};

template <class T>
constexpr report modern_in_plain_loops() {
  report r;
  constexpr plain::sizes sizes{5, 7, 6, 2, 9, 2, true, true, true};
  const auto f = launder(made_up<modern<T>>(1));
  const auto p =
      in_plain<sizes>(f, as<double>(with_axes<token, width>(narrow<0, 5>(f.positions.weight, 0))));
  const auto y = f(launder(sentence));
  r.check(close(y, p(plain_ids)));
  r.check(!close(y, p({3, 1, 6, 3, 5})));
  r.bits(y);
  return r;
}
template <class T>
constexpr report classic_in_plain_loops() {
  report r;
  constexpr plain::sizes sizes{5, 7, 6, 2, 9, 2, false, false, false};
  const auto f = launder(made_up<classic<T>>(1));
  const auto p = in_plain<sizes>(f, sinusoidal_positions<token, width, double, interleaved>());
  const auto y = f(launder(sentence));
  r.check(close(y, p(plain_ids)));
  r.bits(y);
  return r;
}

// --- what was read before -----------------------------------------------------------------------

// An id is changed: no logit in front of it changes, and all from it on do.
template <class Model>
constexpr report nothing_looks_ahead() {
  report r;
  const auto f = launder(made_up<Model>(3));
  const auto ids = launder(sentence);
  const auto before = f(ids);
  for (std::size_t changed = 0; changed < 5; ++changed) {
    auto other = ids;
    other(changed) = token_id<7>((static_cast<int>(ids(changed)) + 1) % 7);
    const auto after = f(other);
    for (std::size_t t = 0; t < 5; ++t)
      r.check(bitwise_equal(select<0>(after, t), select<0>(before, t)) == (t < changed));
  }
  return r;
}

// step, on every prefix, is the last row of the model of that prefix.
template <class Model>
constexpr report steps_are_rows() {
  report r;
  const auto f = launder(made_up<Model>(4));
  const auto ids = launder(sentence);
  const auto all = f(ids);
  auto state = f.start();
  r.check(state.count() == 0 && state.room() == 8);
  const auto one_prefix = [&]<std::size_t Length>(std::integral_constant<std::size_t, Length>) {
    const auto y = f.step(state, ids(Length - 1));
    static_assert(std::is_same_v<decltype(y), const tensor<typename Model::value_type, word>>);
    const auto prefix = f(narrow<0, Length>(ids, 0));
    r.check(bitwise_equal(y, select<0>(prefix, Length - 1)));
    r.check(bitwise_equal(y, select<0>(all, Length - 1)));
    r.check(state.count() == Length && state.room() == 8 - Length);
    r.bits(y);
  };
  one_prefix(std::integral_constant<std::size_t, 1>{});
  one_prefix(std::integral_constant<std::size_t, 2>{});
  one_prefix(std::integral_constant<std::size_t, 3>{});
  one_prefix(std::integral_constant<std::size_t, 4>{});
  one_prefix(std::integral_constant<std::size_t, 5>{});
  return r;
}

// The prompt in pieces, and what the state then is.
template <class Model>
constexpr report any_pieces() {
  report r;
  const auto f = launder(made_up<Model>(5));
  const auto ids = launder(sentence);
  const auto all = f(ids);
  auto at_once = f.start(), in_two = f.start(), one_by_one = f.start();
  r.check(bitwise_equal(f.step(at_once, ids), all));
  r.check(bitwise_equal(f.step(in_two, narrow<0, 2>(ids, 0)), narrow<0, 2>(all, 0)));
  r.check(bitwise_equal(f.step(in_two, narrow<0, 3>(ids, 2)), narrow<0, 3>(all, 2)));
  for (std::size_t t = 0; t < 5; ++t) f.step(one_by_one, ids(t));
  r.check(at_once == in_two && at_once == one_by_one);
  r.check(!(at_once == f.start()) && f.start() == typename Model::state_type{});
  return r;
}

// The last position can be used.
template <class Model>
constexpr report to_the_last_position() {
  report r;
  const auto f = launder(made_up<Model>(6));
  using full = axis<"token", 8>;
  const auto ids = launder(tensor<token_id<7>, full>{3, 0, 6, 3, 5, 1, 1, 2});
  const auto all = f(ids);
  auto state = f.start();
  for (std::size_t t = 0; t < 8; ++t)
    r.check(bitwise_equal(f.step(state, ids(t)), select<0>(all, t)));
  r.check(state.room() == 0);
  return r;
}

// --- what order means --------------------------------------------------------------------------

// Words have no order: with the rows of the table in another, ids and columns are renamed.
template <class T>
constexpr report other_numbers_for_words() {
  report r;
  const auto f = launder(made_up<modern<T>>(7));
  auto g = f;
  constexpr std::size_t now[] = {4, 0, 6, 2, 1, 3, 5};  // of word i
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 6; ++j) g.embedding.weight(now[i], j) = f.embedding.weight(i, j);
  auto renamed = sentence;
  for (auto& id : renamed) id = token_id<7>(now[static_cast<std::size_t>(id)]);
  const auto y = f(launder(sentence)), z = g(launder(renamed));
  for (std::size_t t = 0; t < 5; ++t)
    for (std::size_t i = 0; i < 7; ++i) r.check(z(t, now[i]) == y(t, i));
  return r;
}

// Without positions one layer does not see the order of what came before; with them it does. Two
// layers do: what a token found in the first depends on what stood before it.
constexpr report order_of_what_was_before() {
  report r;
  using one_layer = nn::language_model<
      word, nn::encoder_layer<double, width, head, inner, output_by_input, act::relu, pre_norm>, 1,
      nn::learned_positions<double, position, width>>;
  const auto with = launder(made_up<one_layer>(8));
  auto without = with;
  without.positions = {};
  const auto ids = launder(tensor<token_id<7>, token>{3, 0, 6, 2, 5});
  const auto turned = launder(tensor<token_id<7>, token>{6, 3, 2, 0, 5});
  r.check(allclose(select<0>(without(ids), 4), select<0>(without(turned), 4)));
  r.check(!allclose(select<0>(with(ids), 4), select<0>(with(turned), 4)));
  auto deep = launder(made_up<modern<double>>(8));
  deep.positions = {};
  r.check(!allclose(select<0>(deep(ids), 4), select<0>(deep(turned), 4)));
  return r;
}

// Blocks of zeros add nothing: the logits of a word are its products with all the others.
constexpr report nothing_but_the_table() {
  report r;
  using two = axis<"two", 2>;
  using bare = nn::language_model<
      axis<"word", 3>,
      nn::encoder_layer<double, two, axis<"head", 1>, inner, output_by_input, act::relu, pre_norm>,
      1, nn::learned_positions<double, position, two>>;
  bare f{};
  f.embedding.weight = {{1, 0}, {2, 3}, {-1, 5}};
  f.positions.weight(1, 0) = 100;
  const auto y = f(launder(tensor<token_id<3>, axis<"token", 2>>{1, 2}));
  r.check(y == tensor<double, axis<"token", 2>, axis<"word", 3>>{{2, 13, 13}, {99, 213, -74}});
  return r;
}

constexpr report an_archetype_will_do() {
  report r;
  const auto f = made_up<modern<double>>(1);
  modern<archetype> g{};
  for_each_parameter([](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g,
                     f);
  const auto ids = launder(sentence);
  r.check(bitwise_equal(values_of(g(ids)), f(ids)));
  auto state = g.start();
  r.check(bitwise_equal(values_of(g.step(state, ids)), f(ids)));
  return r;
}

inline constexpr behaviour behaviours[] = {
    {"names and counts", names_and_counts},
    {"is its parts, float", is_its_parts<float>},
    {"is its parts, double", is_its_parts<double>},
    {"takes a batch, float", takes_a_batch<float>},
    {"takes a batch, double", takes_a_batch<double>},
    {"modern in plain loops, float", modern_in_plain_loops<float>},
    {"modern in plain loops, double", modern_in_plain_loops<double>},
    {"classic in plain loops, float", classic_in_plain_loops<float>},
    {"classic in plain loops, double", classic_in_plain_loops<double>},
    {"nothing looks ahead, modern, float", nothing_looks_ahead<modern<float>>},
    {"nothing looks ahead, modern, double", nothing_looks_ahead<modern<double>>},
    {"nothing looks ahead, classic, double", nothing_looks_ahead<classic<double>>},
    {"steps are rows, modern, float", steps_are_rows<modern<float>>},
    {"steps are rows, modern, double", steps_are_rows<modern<double>>},
    {"steps are rows, input by output, float", steps_are_rows<modern<float, input_by_output>>},
    {"steps are rows, classic, float", steps_are_rows<classic<float>>},
    {"steps are rows, classic, double", steps_are_rows<classic<double>>},
    {"any pieces, modern, float", any_pieces<modern<float>>},
    {"any pieces, classic, double", any_pieces<classic<double>>},
    {"to the last position, modern, double", to_the_last_position<modern<double>>},
    {"to the last position, classic, float", to_the_last_position<classic<float>>},
    {"other numbers for words, float", other_numbers_for_words<float>},
    {"other numbers for words, double", other_numbers_for_words<double>},
    {"order of what was before", order_of_what_was_before},
    {"nothing but the table", nothing_but_the_table},
    {"an archetype will do", an_archetype_will_do},
};

}  // namespace attn_tests::language_model_tests
