// SPDX-License-Identifier: BSL-1.0
// What attn/models/language_model.hpp promises of a batch of texts of different lengths, and
// of an output layer of its own.
#pragma once

#include <attn/models/llama.hpp>

#include "static_tests/reference/block_options.hpp"
#include "static_tests/reference/padded.hpp"
#include "static_tests/support/padded.hpp"
#include "static_tests/support/small_language_models.hpp"

namespace attn_tests::language_model_texts_tests {
using small_language_models::classic;
using small_language_models::inner;
using small_language_models::made_up;
using small_language_models::modern;
using small_language_models::position;
using small_language_models::token;
using small_language_models::width;

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

inline constexpr auto behaviours = [](test_table& tests) {
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
}  // namespace attn_tests::language_model_texts_tests
