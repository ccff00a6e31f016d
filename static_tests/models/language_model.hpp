// SPDX-License-Identifier: BSL-1.0
// What attn/models/language_model.hpp promises.
#pragma once

#include <attn/models/llama.hpp>

#include "static_tests/reference/block_options.hpp"
#include "static_tests/reference/padded.hpp"
#include "static_tests/support/padded.hpp"
#include "static_tests/support/plain_language_model.hpp"
#include "static_tests/tests.hpp"

namespace attn_tests::language_model_tests {
using token = axis<"token", 5>;
using width = axis<"width", 6>;
using inner = axis<"inner", 9>;
using position = axis<"position", 8>;

// As GPT-2 is, and as the decoder of 2017 would be without an encoder.
template <class T, class Layout = output_by_input>
using modern = nn::language_model<word,
    nn::encoder_layer<T, width, head, inner, Layout, act::gelu_tanh, pre_norm>, 2,
    nn::learned_positions<T, position, width>, nn::layer_norm<T, width>>;
template <class T>
using classic = nn::language_model<word,
    nn::encoder_layer<T, width, head, inner, output_by_input, act::relu, post_norm>, 2,
    nn::sinusoidal_positions<T, position, width, interleaved>>;

template <class Model> constexpr Model made_up(std::uint64_t seed) {
  using T = typename Model::value_type;
  return vector_to_parameters<Model>(filled<tensor<T, dim<parameter_count<Model>>>>(seed, T(0.75)));
}

constexpr tensor<token_id<7>, token> sentence{3, 0, 6, 3, 5};

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

// --- texts of different lengths -------------------------------------------------------------------

// The model and the texts of generate_padded.py.
using texts = axis<"batch", 3>;
template <class T>
using padded_model = nn::language_model<word,
    nn::encoder_layer<T, width, head, inner, output_by_input, act::gelu_exact, pre_norm>, 2,
    nn::learned_positions<T, position, width>, nn::layer_norm<T, width>>;
constexpr tensor<int, texts> lengths{5, 2, 3};
constexpr auto on_the_right =
    as_token_ids<7>(tensor<int, texts, token>{{3, 0, 6, 3, 5}, {4, 1, 0, 0, 0}, {2, 2, 5, 0, 0}});
constexpr auto on_the_left =
    as_token_ids<7>(tensor<int, texts, token>{{3, 0, 6, 3, 5}, {0, 0, 0, 4, 1}, {0, 0, 2, 2, 5}});

// The logits of the text, and 0 for the padding.
template <class Y, class Keep> constexpr Y of_text(const Y& y, const Keep& keep) {
  Y z{};
  for (std::size_t i = 0; i < z.size(); ++i)
    if (keep.data()[i / word::size].allows()) z.data()[i] = y.data()[i];
  return z;
}
// The targets of a language model: the next id of the text, or none.
template <class Ids, class Keep> constexpr auto next_ids(const Ids& ids, const Keep& keep) {
  tensor<int, texts, token> next;
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t t = 0; t < 5; ++t)
      next(b, t) = t + 1 < 5 && keep(b, t).allows() && keep(b, t + 1).allows()
                       ? static_cast<int>(ids(b, t + 1))
                       : -100;
  return next;
}

// PyTorch's logits, loss and gradients, of position_ids and a mask.
#define ATTN_PADDED_CASE(side, ids, padding)                                               \
  template <class T> constexpr void padded_##side(report& r) {                             \
    namespace expected = reference::padded_##side;                                         \
    const auto f = launder(model_by_formula<T, padded_model<T>>(2));                       \
    const auto keep = launder(padding);                                                    \
    const auto y = f(ids, keep);                                                           \
    r.check(near(of_text(y, keep), expected::logits));                                     \
    const auto all = value_and_gradient(                                                   \
        [&](const auto& m) {                                                               \
          return cross_entropy(m(ids, keep), next_ids(ids, keep), {.ignore_index = -100}); \
        },                                                                                 \
        f);                                                                                \
    r.check(near(tensor<T>(all.value), expected::loss));                                   \
    r.check(near(all.gradient.embedding.weight, expected::d_embedding));                   \
    r.check(near(all.gradient.positions.weight, expected::d_positions));                   \
    r.bits(y);                                                                             \
  }
ATTN_PADDED_CASE(right, on_the_right, right_padding<token>(lengths))
ATTN_PADDED_CASE(left, on_the_left, left_padding<token>(lengths))
#undef ATTN_PADDED_CASE

// Padded on the right, a text has the bits that it has alone; on either side, its numbers.
template <class Model> constexpr void texts_are_as_alone(report& r) {
  const auto f = launder(made_up<Model>(8));
  const auto right = f(launder(on_the_right), right_padding<token>(lengths));
  const auto left = f(launder(on_the_left), left_padding<token>(lengths));
  const auto one_text = [&]<std::size_t N>(std::integral_constant<std::size_t, N>, std::size_t b) {
    const auto alone = f(narrow<0, N>(select<0>(on_the_right, b), 0));
    r.same(narrow<0, N>(select<0>(right, b), 0), alone);
    r.check(allclose(narrow<0, N>(select<0>(left, b), 5 - N), alone));
  };
  one_text(std::integral_constant<std::size_t, 5>{}, 0);
  one_text(std::integral_constant<std::size_t, 2>{}, 1);
  one_text(std::integral_constant<std::size_t, 3>{}, 2);
  // A mask of the other kind; nothing padded; a single text.
  r.same(f(on_the_left, as_ignore(left_padding<token>(lengths))), left);
  r.same(f(on_the_right, right_padding<token>(tensor<int, texts>{5, 5, 5})), f(on_the_right));
  r.same(f(select<0>(on_the_right, 1), select<0>(right_padding<token>(lengths), 1)),
      select<0>(right, 1));
  r.bits(right);
}

// Prompts of different lengths in one cache, then three ids each; the second text ends before.
template <bool Left, class Model> constexpr void ragged_prompts(report& r) {
  const auto f = launder(made_up<Model>(9));
  const auto more =
      as_token_ids<7>(tensor<int, texts, axis<"more", 3>>{{1, 2, 3}, {6, 0, 0}, {5, 5, 4}});
  const auto kept = keep_where(tensor<bool, texts, axis<"more", 3>>{
      {true, true, true}, {true, false, false}, {true, true, true}});
  const auto from = [&](const auto& prompts, const auto& padding) {
    auto state = f.template start<texts>();
    const auto prompted = f.step(state, launder(prompts), padding);
    r.check(state.lengths == lengths && state.count() == 5 && state.room() == 3);
    auto at_once = state;
    const auto rest = f.step(at_once, more, kept);
    tensor<typename Model::value_type, texts, word> last;
    for (std::size_t i = 0; i < 3; ++i) {
      last = f.step(state, select<1>(more, i), select<1>(kept, i));
      r.check(allclose(
          of_text(last, select<1>(kept, i)), of_text(select<1>(rest, i), select<1>(kept, i))));
    }
    r.check(state.lengths == tensor<int, texts>{8, 3, 6} && state.lengths == at_once.lengths);
    r.check(state.kept == at_once.kept && state.room() == 0);
    const auto alone = [&]<std::size_t N>(std::integral_constant<std::size_t, N>, std::size_t b,
                           std::size_t steps) {
      auto one = f.start();
      const auto text = narrow<0, N>(select<0>(on_the_right, b), 0);
      const auto y = f.step(one, text);
      const std::size_t first = select<0>(padding, b)(0).allows() ? 0 : 5 - N;
      r.check(allclose(narrow<0, N>(select<0>(prompted, b), first), y));
      for (std::size_t i = 0; i < steps; ++i)
        r.check(allclose(select<0>(select<0>(rest, b), i), f.step(one, more(b, i))));
    };
    alone(std::integral_constant<std::size_t, 5>{}, 0, 3);
    alone(std::integral_constant<std::size_t, 2>{}, 1, 1);
    alone(std::integral_constant<std::size_t, 3>{}, 2, 3);
    r.bits(rest);
  };
  if (Left)
    from(on_the_left, left_padding<token>(lengths));
  else
    from(on_the_right, right_padding<token>(lengths));
  r.check(f.template start<texts>() == typename Model::template batch_state_type<texts>{});
}

// Nothing padded: the bits of the steps of each text.
template <class Model> constexpr void full_prompts(report& r) {
  const auto f = launder(made_up<Model>(9));
  const tensor<token_id<7>, texts> more{token_id<7>(1), token_id<7>(6), token_id<7>(5)};
  auto state = f.template start<texts>();
  const auto y = f.step(state, on_the_left);
  r.same(y, f(on_the_left));
  r.same(f.step(state, more), [&] {
    tensor<typename Model::value_type, texts, word> each;
    for (std::size_t b = 0; b < 3; ++b) {
      auto one = f.start();
      f.step(one, select<0>(on_the_left, b));
      const auto z = f.step(one, more(b));
      for (std::size_t i = 0; i < word::size; ++i) each(b, i) = z(i);
    }
    return each;
  }());
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
  tests.proved<float, double>("own output: PyTorch's numbers", []<class T>(report& r) {
    using layer = nn::encoder_layer<T, dim<6>, dim<2>, dim<5>, output_by_input, gpt2_block>;
    using untied = nn::language_model<dim<7>, layer, 2, nn::learned_positions<T, dim<4>, dim<6>>,
        nn::layer_norm<T, dim<6>>, nn::own_output<output_by_input>>;
    using tied = nn::language_model<dim<7>, layer, 2, nn::learned_positions<T, dim<4>, dim<6>>,
        nn::layer_norm<T, dim<6>>>;
    static_assert(parameter_count<untied> == parameter_count<tied> + 7 * 6);
    const auto f = launder(
        vector_to_parameters<untied>(counted_numbers<tensor<T, dim<parameter_count<untied>>>>(15)));
    const auto ids = launder(tensor<token_id<7>, dim<3>>{3, 0, 6});
    const auto y = f(ids);
    r.check(near(y, reference::block_options::untied_logits));
    r.bits(y);
    tied g{};
    g.embedding.weight = f.embedding.weight;
    g.positions = f.positions;
    g.norm = f.norm;
    for (std::size_t i = 0; i < 2; ++i) g.layers[i] = f.layers[i];
    r.check(near(g(ids), reference::block_options::tied_logits));
    auto state = f.start();
    r.same(f.step(state, narrow<0, 2>(ids, 0)), narrow<0, 2>(y, 0));
    r.same(f.step(state, ids(2)), select<0>(y, 2));
    r.same(packed(f)(ids), y);
    r.check(parameter<"embedding.output.weight">(f) == f.embedding.output.weight);
    r.check(as<float>(as<double>(f)) == as<float>(f));
  });
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
  tests.executed<float, double>(
      "PyTorch's texts padded on the right", []<class T>(report& r) { padded_right<T>(r); });
  tests.executed<float, double>(
      "PyTorch's texts padded on the left", []<class T>(report& r) { padded_left<T>(r); });
  tests.proved<float, double>(
      "texts with padding", []<class T>(report& r) { texts_are_as_alone<modern<T>>(r); });
  tests.proved("texts with padding, and sinusoids",
      [](report& r) { texts_are_as_alone<classic<double>>(r); });
  tests.proved<float, double>("ragged prompts, padded on the right",
      []<class T>(report& r) { ragged_prompts<false, modern<T>>(r); });
  tests.proved("ragged prompts, padded on the left",
      [](report& r) { ragged_prompts<true, classic<double>>(r); });
  tests.proved<float, double>("texts of a state go back", []<class T>(report& r) {
    const auto f = launder(made_up<modern<T>>(9));
    const auto padding = left_padding<token>(lengths);
    const auto piece = [&]<std::size_t N>(std::integral_constant<std::size_t, N>, std::size_t at) {
      return std::pair{narrow<1, N>(on_the_left, at), narrow<1, N>(padding, at)};
    };
    auto state = f.template start<texts>();
    const auto [ids, kept] = piece(std::integral_constant<std::size_t, 3>{}, 0);
    f.step(state, launder(ids), kept);
    const auto after_three = state;
    const auto [more, more_kept] = piece(std::integral_constant<std::size_t, 2>{}, 3);
    const auto y = f.step(state, more, more_kept);
    r.check(state.lengths == lengths && after_three.lengths == tensor<int, texts>{3, 0, 1});
    state.crop(3);
    r.check(state == after_three);
    r.same(f.step(state, more, more_kept), y);
    state.reset();
    r.check(state == f.template start<texts>());
    // Without its first column, a text of padding there goes on as before, and there is more room.
    // One that has forgotten a token goes on as if that were masked.
    auto other = after_three, masked = after_three;
    other.keep_last(2);
    r.check(other.count() == 2 && other.room() == 6 && other.lengths == after_three.lengths);
    for (std::size_t b = 0; b < 3; ++b) masked.kept(b, 0) = keeps(false);
    const auto z = f.step(other, more, more_kept);
    r.check(allclose(of_text(z, more_kept), of_text(f.step(masked, more, more_kept), more_kept)));
    r.check(
        allclose(select<0>(z, 1), select<0>(y, 1)) && allclose(select<0>(z, 2), select<0>(y, 2)));
    r.check(!allclose(select<0>(z, 0), select<0>(y, 0)));
    other.crop(1);
    r.check(other.lengths == tensor<int, texts>{2, 0, 0} && other.count() == 1);
    other.reset();
    r.check(other == f.template start<texts>());
  });
  tests.proved("prompts of one length", [](report& r) { full_prompts<modern<double>>(r); });
  tests.proved("calls of texts name their rules", [](report& r) {
    using network = modern<double>;
    using ids = tensor<token_id<7>, texts, token>;
    r.check(rules::texts_call<network, texts, ids, keep_mask<texts, token>>::all::value);
    r.check(rules::texts_call<network, texts, ids, ignore_mask<texts, token>>::all::value);
    using of_ints = rules::texts_call<network, texts, ids, tensor<int, texts, token>>;
    r.check(!of_ints::is_padding::value && !of_ints::all::value);
    using of_key = rules::texts_call<network, texts, ids, keep_mask<token>>;
    r.check(!of_key::one_each::value && of_key::is_padding::value && !of_key::all::value);
    using of_others = rules::texts_call<network, batch, ids, keep_mask<texts, token>>;
    r.check(!of_others::of_batch::value && !of_others::all::value);
    // 9 texts of one id each take one position, 9 tokens take more than there are.
    using nine = tensor<token_id<7>, axis<"batch", 9>>;
    r.check(rules::texts_call<network, axis<"batch", 9>, nine>::all::value);
    r.check(!rules::texts_call<network, void, nine, keep_mask<axis<"batch", 9>>>::all::value);
    r.check(sizeof(rules::heads_of_llama<rules::llama_heads_call<width, dim<1>, dim<1>>>) > 0);
    r.check(network::reads_texts && !nn::llama<double, word, position, width, axis<"head", 1>,
                                        axis<"head", 1>, inner, 1, output_by_input>::reads_texts);
    // Positions and heads cost the same, wherever the padding is.
    using keep = keep_mask<texts, token>;
    const auto plain = cost_of<network, ids>();
    r.check(cost_of<network, ids, keep>().multiplications == plain.multiplications);
  });
};
}  // namespace attn_tests::language_model_tests
