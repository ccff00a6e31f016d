// SPDX-License-Identifier: BSL-1.0
// What attn/models/language_model.hpp promises.
#pragma once

#include "static_tests/support/plain_language_model.hpp"
#include "static_tests/support/small_language_models.hpp"

namespace attn_tests::language_model_tests {
using small_language_models::classic;
using small_language_models::inner;
using small_language_models::made_up;
using small_language_models::modern;
using small_language_models::position;
using small_language_models::sentence;
using small_language_models::token;
using small_language_models::width;

// --- the same without this library ---------------------------------------------------------------

template <std::size_t N, class X> constexpr auto numbers(const X& x) {
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

// --- what was read before -----------------------------------------------------------------------

// An id is changed: no logit in front of it changes, and all from it on do.
template <class Model> constexpr void nothing_looks_ahead(report& r) {
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
}

// step, on every prefix, is the last row of the model of that prefix.
template <class Model> constexpr void steps_are_rows(report& r) {
  const auto f = launder(made_up<Model>(4));
  const auto ids = launder(sentence);
  const auto all = f(ids);
  auto state = f.start();
  r.check(state.count() == 0 && state.room() == 8);
  const auto one_prefix = [&]<std::size_t Length>(std::integral_constant<std::size_t, Length>) {
    const auto y = f.step(state, ids(Length - 1));
    has_type<tensor<typename Model::value_type, word>>(y);
    const auto prefix = f(narrow<0, Length>(ids, 0));
    r.same(y, select<0>(prefix, Length - 1));
    r.same(y, select<0>(all, Length - 1));
    r.check(state.count() == Length && state.room() == 8 - Length);
  };
  one_prefix(std::integral_constant<std::size_t, 1>{});
  one_prefix(std::integral_constant<std::size_t, 2>{});
  one_prefix(std::integral_constant<std::size_t, 3>{});
  one_prefix(std::integral_constant<std::size_t, 4>{});
  one_prefix(std::integral_constant<std::size_t, 5>{});
}

// The prompt in pieces, and what the state then is.
template <class Model> constexpr void any_pieces(report& r) {
  const auto f = launder(made_up<Model>(5));
  const auto ids = launder(sentence);
  const auto all = f(ids);
  auto at_once = f.start(), in_two = f.start(), one_by_one = f.start();
  r.same(f.step(at_once, ids), all);
  r.same(f.step(in_two, narrow<0, 2>(ids, 0)), narrow<0, 2>(all, 0));
  r.same(f.step(in_two, narrow<0, 3>(ids, 2)), narrow<0, 3>(all, 2));
  for (std::size_t t = 0; t < 5; ++t) f.step(one_by_one, ids(t));
  r.check(at_once == in_two && at_once == one_by_one);
  r.check(!(at_once == f.start()) && f.start() == typename Model::state_type{});
}

// The last position can be used.
template <class Model> constexpr void to_the_last_position(report& r) {
  const auto f = launder(made_up<Model>(6));
  using full = axis<"token", 8>;
  const auto ids = launder(tensor<token_id<7>, full>{3, 0, 6, 3, 5, 1, 1, 2});
  const auto all = f(ids);
  auto state = f.start();
  for (std::size_t t = 0; t < 8; ++t) r.same(f.step(state, ids(t)), select<0>(all, t));
  r.check(state.room() == 0);
}

// --- what order means --------------------------------------------------------------------------

inline constexpr auto behaviours = [](test_table& tests) {
  // What may be read: rules::text_call, rules::language_model_call, in static_tests/models/calls.hpp; what
  // may not: static_tests/rejected/.
  tests.proved("names and counts", [](report& r) {
    constexpr std::size_t layer = 4 * (6 * 6 + 6) + (6 * 9 + 9) + (9 * 6 + 6) + 4 * 6;
    // One table of words, at both ends.
    static_assert(parameter_count<modern<float>> == 7 * 6 + 8 * 6 + 2 * layer + 12);
    static_assert(parameter_count<classic<float>> == 7 * 6 + 2 * layer);
    // GPT-2, the smallest: 124439808.
    using wide = axis<"width", 768>;
    using block = nn::encoder_layer<float, wide, axis<"head", 12>, axis<"inner", 3072>,
        input_by_output, act::gelu_tanh, pre_norm>;
    using gpt2 = nn::language_model<axis<"word", 50257>, block, 12,
        nn::learned_positions<float, axis<"position", 1024>, wide>, nn::layer_norm<float, wide>>;
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
  });
  // The composition of its parts, bit for bit, for a sequence and a batch.
  tests.proved<float, double>("is its parts", []<class T>(report& r) {
    const auto f = launder(made_up<modern<T>>(1));
    const auto ids = launder(sentence);
    const auto y = f(ids);
    has_type<tensor<T, token, word>>(y);
    const auto x = f.positions(f.embedding(ids));
    const auto h = f.norm(f.layers[1](f.layers[0](x, causal<>), causal<>));
    r.same(y, matmul(h, transpose(f.embedding.weight)));
    const auto g = launder(made_up<classic<T>>(2));
    const auto z = g(ids);
    const auto k = g.layers[1](g.layers[0](g.positions(g.embedding(ids)), causal<>), causal<>);
    r.same(z, g.logits(k));
    r.same(z, matmul(k, transpose(g.embedding.weight)));
  });
  tests.proved<float, double>("takes a batch", []<class T>(report& r) {
    const auto f = launder(made_up<modern<T>>(1));
    const auto ids = launder(tensor<token_id<7>, batch, axis<"token", 3>>{
        as_token_ids<7>(tensor<int, batch, axis<"token", 3>>{{1, 6, 2}, {0, 4, 4}})});
    const auto y = f(ids);
    has_type<tensor<T, batch, axis<"token", 3>, word>>(y);
    independent_of_leading_axes<"batch">(r, f, ids);
  });
  tests.proved<float, double>("modern in plain loops", []<class T>(report& r) {
    constexpr plain::sizes sizes{5, 7, 6, 2, 9, 2, true, true, true};
    const auto f = launder(made_up<modern<T>>(1));
    const auto p = in_plain<sizes>(
        f, as<double>(with_axes<token, width>(narrow<0, 5>(f.positions.weight, 0))));
    const auto y = f(launder(sentence));
    r.check(close(y, p(plain_ids)));
    r.check(!close(y, p({3, 1, 6, 3, 5})));
    r.bits(y);
  });
  tests.proved<float, double>("classic in plain loops", []<class T>(report& r) {
    constexpr plain::sizes sizes{5, 7, 6, 2, 9, 2, false, false, false};
    const auto f = launder(made_up<classic<T>>(1));
    const auto p = in_plain<sizes>(f, sinusoidal_positions<token, width, double, interleaved>());
    const auto y = f(launder(sentence));
    r.check(close(y, p(plain_ids)));
    r.bits(y);
  });
  tests.proved("nothing looks ahead, modern, float",
      [](report& r) { nothing_looks_ahead<modern<float>>(r); });
  tests.proved("nothing looks ahead, modern, double",
      [](report& r) { nothing_looks_ahead<modern<double>>(r); });
  tests.proved("nothing looks ahead, classic, double",
      [](report& r) { nothing_looks_ahead<classic<double>>(r); });
  tests.proved(
      "steps are rows, modern, float", [](report& r) { steps_are_rows<modern<float>>(r); });
  tests.proved(
      "steps are rows, modern, double", [](report& r) { steps_are_rows<modern<double>>(r); });
  tests.proved("steps are rows, input by output, float",
      [](report& r) { steps_are_rows<modern<float, input_by_output>>(r); });
  tests.proved(
      "steps are rows, classic, float", [](report& r) { steps_are_rows<classic<float>>(r); });
  tests.proved(
      "steps are rows, classic, double", [](report& r) { steps_are_rows<classic<double>>(r); });
  tests.proved("any pieces, modern, float", [](report& r) { any_pieces<modern<float>>(r); });
  tests.proved("any pieces, classic, double", [](report& r) { any_pieces<classic<double>>(r); });
  tests.proved("to the last position, modern, double",
      [](report& r) { to_the_last_position<modern<double>>(r); });
  tests.proved("to the last position, classic, float",
      [](report& r) { to_the_last_position<classic<float>>(r); });
  // Words have no order: with the rows of the table in another, ids and columns are renamed.
  tests.proved<float, double>("other numbers for words", []<class T>(report& r) {
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
  });
  // Without positions one layer does not see the order of what came before; with them it does. Two
  // layers do: what a token found in the first depends on what stood before it.
  tests.proved("order of what was before", [](report& r) {
    using one_layer = nn::language_model<word,
        nn::encoder_layer<double, width, head, inner, output_by_input, act::relu, pre_norm>, 1,
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
  });
  // Blocks of zeros add nothing: the logits of a word are its products with all the others.
  tests.proved("nothing but the table", [](report& r) {
    using two = axis<"two", 2>;
    using bare = nn::language_model<axis<"word", 3>,
        nn::encoder_layer<double, two, axis<"head", 1>, inner, output_by_input, act::relu,
            pre_norm>,
        1, nn::learned_positions<double, position, two>>;
    bare f{};
    f.embedding.weight = {{1, 0}, {2, 3}, {-1, 5}};
    f.positions.weight(1, 0) = 100;
    const auto y = f(launder(tensor<token_id<3>, axis<"token", 2>>{1, 2}));
    r.check(y == tensor<double, axis<"token", 2>, axis<"word", 3>>{{2, 13, 13}, {99, 213, -74}});
  });
  tests.proved("a state goes back", [](report& r) {
    const auto f = launder(made_up<modern<double>>(9));
    const auto ids = launder(sentence);
    auto state = f.start();
    f.step(state, ids(0));
    const auto after_one = state;
    f.step(state, ids(1));
    f.step(state, ids(2));
    state.crop(1);
    r.check(state == after_one && state.count() == 1);
    state.reset();
    r.check(state == f.start());
    // Two layers of two types, one of which remembers nothing.
    using mixed = nn::language_model<word,
        nn::sequential<typename modern<double>::known_layer, typename modern<double>::known_layer>,
        1, nn::no_positions<double, position, width>>;
    const auto g = launder(made_up<mixed>(10));
    auto other = g.start();
    g.step(other, ids(0));
    const auto one = other;
    g.step(other, ids(1));
    other.crop(1);
    r.check(other == one);
    other.reset();
    r.check(other == g.start());
  });
  tests.proved("positions are layers of positions", [](report& r) {
    r.check(!rules::limits_tokens<rules::model<nn::identity>>::value);
    using none = nn::no_positions<double, position, width>;
    r.check(rules::limits_tokens<rules::model<none>>::value);
    r.check(sizeof(rules::positions_of_language_model<none>) > 0);
  });
  // The table of a packed model is there twice, for its rows and for its products.
  tests.proved("a packed table", [](report& r) {
    const auto f = launder(made_up<modern<double>>(11));
    const auto fast = packed(f);
    static_assert(std::is_same_v<decltype(fast.embedding),
        nn::embedding<double, word, width, packed_weights>>);
    r.check(fast.embedding.weight == f.embedding.weight);
    r.check(unpacked(fast.embedding.output) == transpose(f.embedding.weight));
    const auto ids = launder(sentence);
    r.same(fast(ids), f(ids));
    auto state = fast.start();
    r.same(fast.step(state, ids), f(ids));
  });
  tests.proved("an archetype will do", [](report& r) {
    const auto f = made_up<modern<double>>(1);
    modern<archetype> g{};
    for_each_parameter(
        [](const auto&, auto& to, const auto& from) { to = as_archetype(from); }, g, f);
    const auto ids = launder(sentence);
    r.same(values_of(g(ids)), f(ids));
    auto state = g.start();
    r.same(values_of(g.step(state, ids)), f(ids));
  });
  // An output layer of its own, "untied".
  tests.proved("own output: layouts, biases, costs", [](report& r) {
    using layer = nn::encoder_layer<double, width, head, inner, output_by_input, gpt2_block>;
    using positions = nn::learned_positions<double, position, width>;
    using turned = nn::language_model<word, layer, 1, positions, nn::identity,
        nn::own_output<input_by_output, with_bias>>;
    using plain = nn::language_model<word, layer, 1, positions>;
    auto f = launder(made_up<turned>(5));
    const auto with = f(sentence);
    has_type<tensor<double, token, word>>(with);
    const auto bias = f.embedding.output.bias;
    f.embedding.output.bias = {};
    r.same(with, add_bias(f(sentence), bias));
    using ids = tensor<token_id<7>, token>;
    r.check(cost_of<turned, ids>() == cost_of<plain, ids>() + operation_count{.additions = 5 * 7});
    using from = tensor<double, dim<parameter_count<turned>>>;
    const auto slopes =
        gradient([&](const auto& g) { return sum<0>(select<0>(g(sentence), 4)); }, f);
    r.check(slopes.embedding.output.bias == tensor<double, word>{1, 1, 1, 1, 1, 1, 1});
    static_assert(from::volume == parameter_count<plain> + 6 * 7 + 7);
  });
};
}  // namespace attn_tests::language_model_tests
