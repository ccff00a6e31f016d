// SPDX-License-Identifier: BSL-1.0
// Generates text with a language model: one id after the other, each chosen from the logits after
// the previous one, and then read by the model as the ids of the prompt.
//
//   generate<Steps>(model, prompt)                      greedy: argmax(logits), the first of equals
//   generate<Steps>(model, prompt, u[, temperature])    sample(softmax(logits / temperature), u(i))
//   generate<Steps>(model, prompt, u, sampling{…})      … of what repetition_penalty, temperature,
//                                                       top_k and top_p leave, in this order
//   generate<Steps>(model, prompt, generator[, …])      torch_multinomial(generator, p) instead of
//                                                       sample(p, u(i)): the ids that PyTorch draws
//   generate_until<Steps>(model, prompt, end[, u, sampling])     ids and length: ends after `end`
//   generate_cropped<Steps>(model, prompt[, u, sampling])        a text of any length
//   beam_search<Steps, beams>(model, prompt[, end, length_penalty])   ids, length, log_probability
//
// (token) of token_id -> (token) of token_id<words>: the Steps new ids, on an axis named as the
// axis of the prompt. concat<0>(prompt, new) is the whole. The model reads the prompt at once, and
// then an id at a time with its state: it reads no id twice, and the bits are the bits of model(all
// ids so far). The last id is not read. u (step) are numbers in [0, 1) of the caller (random/), one
// for each step i. A repetition penalty is for each word of the text so far and of the prompt.
//
// A batch of prompts (batch, token) with its padding, as the model has it (attention/lengths.hpp):
//
//   generate<Steps>(model, prompts, padding[, u[, temperature or sampling]])
//   generate_until<Steps>(model, prompts, padding, end[, u, sampling])       ids and lengths
//
// -> (batch, token), with u (batch, step). Each text gets the ids that it gets alone: its
// logits differ by rounding at most. Padding takes room in the state of the model, as tokens do.
// With a generator, a text that has ended still draws in each step, as in Hugging Face's generate.
//
// generate_until: the ids after `length` are `end`. generate_cropped: where a text has more ids
// than the model has positions, each step reads its last ones again, as nanoGPT does.
// beam_search keeps `beams` texts, those with the largest sums of log_softmax(logits). A text with
// `end` is finished. When as many are, or after all steps, the text with the largest
// sum / length^length_penalty is returned: Hugging Face's generate(num_beams, early_stopping=True).
// The penalty is 1 by default. Of equals the first beam comes first, and the first word.
//
// Rules: positive, for Steps and beams; is_vector, for prompt and u; is_token_id, ids_within the
// words, fits_into the positions (unless cropped), for prompt and new ids but the last;
// same_element, same_size, for u; arithmetic_element: it compares.
// Of a batch also reads_texts; rank_at_least two; same_axes, of prompts and padding.
// A temperature that is not above 0, and a prompt of padding alone, are not constant expressions.
// They end the program at run time.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/models/detail/generated_text.hpp>
#include <attn/models/language_model.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/random/mt19937.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void generate_requires_a_temperature_above_0() {
  detail::end_of_program();
}
[[noreturn]] ATTN_ABI inline void generate_requires_a_token_of_each_prompt() {
  detail::end_of_program();
}

// How ids are drawn, as Hugging Face's generate has it.
struct sampling {
  double temperature = 1;
  std::size_t top_k = 0;  // 0: all
  double top_p = 1;
  double repetition_penalty = 1;
};

// Prompts (batch, token) with their padding.
template <class Ids, class Padding>
struct padded_prompts {
  Ids ids;
  Padding padding;
};
// New ids, those after `length` being the id that ends a text; and their log-probability.
template <class Id, class Step>
struct generated_ids {
  tensor<Id, Step> ids{};
  std::size_t length = 0;
};
template <class Id, class Batch, class Step>
struct generated_texts {
  tensor<Id, Batch, Step> ids{};
  tensor<int, Batch> lengths{};
};
template <class T, class Id, class Step>
struct beam_ids {
  tensor<Id, Step> ids{};
  std::size_t length = 0;
  T log_probability{};
};

namespace detail {
template <class P>
concept prompt_of_texts = attn::is_tensor<P> || requires(const P& prompts) { prompts.padding; };
template <class X>
concept padding_tensor =
    attn::is_tensor<X> && rules::is_mask_entry<rules::element<typename X::value_type>>::value;

// Checked before the model is called: then the compiler's message has one type of a model.
template <class Ids, class E, class Batch, class Token>
ATTN_ABI constexpr auto padded(const Ids& prompts, const tensor<E, Batch, Token>& padding) {
  for (std::size_t b = 0; b < Batch::size; ++b) {
    bool any = false;
    for (std::size_t i = 0; i < Token::size; ++i)
      any = any || padding.data()[b * Token::size + i].allows();
    if (!any) generate_requires_a_token_of_each_prompt();
  }
  return padded_prompts{prompts, padding};
}

// choose(logits, text, row) is the next id, after which the text ends if ends(id). Crop: it may
// have more ids than the model has positions.
template <std::size_t Steps, bool Crop, class Model, class Id, class Token, class Choose,
          class Ends = never>
ATTN_ABI constexpr auto generated(const Model& model, const tensor<Id, Token>& prompt,
                                  const Choose& choose, const Ends& ends = {}) {
  using id = token_id<Model::word::size>;
  constexpr std::size_t window = Model::position::size;
  constexpr std::size_t read = Crop && Token::size > window ? window : Token::size;
  text_after<id, Token, Steps> text(prompt);
  auto state = model.start();
  auto logits = logits_after(model, state, text.template part<read>(Token::size - read));
  for (;;) {
    const id next(choose(logits, text, 0));
    text.add(next);
    if (text.count == Steps || ends(next)) return text;
    if constexpr (Crop && Token::size + Steps > window) {
      if (state.room() == 0) {
        state.reset();
        logits = logits_after(model, state,
                              text.template part<window>(Token::size + text.count - window));
        continue;
      }
    }
    logits = model.step(state, next);
  }
}

template <class Id, class Token, std::size_t Steps>
ATTN_ABI constexpr auto found(const text_after<Id, Token, Steps>& text, Id end) {
  const auto ids = text.ids(end);
  return generated_ids{ids, text.count};
}
template <class Id, class Batch, class Token, std::size_t Steps>
ATTN_ABI constexpr auto found(const texts_after<Id, Batch, Token, Steps>& texts, Id end) {
  generated_texts<Id, Batch, resized<Token, Steps>> all{texts.ids(end), {}};
  for (std::size_t b = 0; b < Batch::size; ++b)
    all.lengths.data()[b] = static_cast<int>(texts.of[b].count);
  return all;
}

// The same for the texts of a batch. One that has ended goes on with padding.
template <std::size_t Steps, bool, class Model, class Id, class Batch, class Token, class Padding,
          class Choose, class Ends = never>
ATTN_ABI constexpr auto generated(const Model& model,
                                  const padded_prompts<tensor<Id, Batch, Token>, Padding>& prompt,
                                  const Choose& choose, const Ends& ends = {}) {
  using id = token_id<Model::word::size>;
  auto state = model.template start<Batch>();
  const auto read = model.step(state, prompt.ids, prompt.padding);
  texts_after<id, Batch, Token, Steps> texts;
  tensor<typename Model::value_type, Batch, typename Model::word> logits;
  for (std::size_t b = 0; b < Batch::size; ++b) {
    std::size_t last = 0;
    for (std::size_t i = b * Token::size; i < (b + 1) * Token::size; ++i) {
      if (!prompt.padding.data()[i].allows()) continue;
      texts.of[b].prompt_with(prompt.ids.data()[i]);
      last = i;
    }
    if (texts.of[b].begin == 0) generate_requires_a_token_of_each_prompt();
    for (std::size_t i = 0; i < id::bound; ++i)
      logits.data()[b * id::bound + i] = read.data()[last * id::bound + i];
  }
  tensor<id, Batch> next;
  keep_mask<Batch> goes_on;
  for (bool any = true; any;) {
    any = false;
    for (std::size_t b = 0; b < Batch::size; ++b) {
      if (!goes_on.data()[b].allows()) {
        if constexpr (requires { choose.of_ended_text(); }) choose.of_ended_text();
        continue;
      }
      auto& text = texts.of[b];
      const id chosen(choose(select<0>(logits, b), text, b));
      text.add(chosen);
      next.data()[b] = chosen;
      const bool more = text.count < Steps && !ends(chosen);
      goes_on.data()[b] = keeps(more);
      any = any || more;
    }
    if (any) logits = model.step(state, next, goes_on);
  }
  return texts;
}

struct most_likely {
  template <class Logits, class Text>
  ATTN_ABI constexpr int operator()(const Logits& logits, const Text&, std::size_t) const {
    return static_cast<int>(argmax<0>(logits));
  }
};
// Of a temperature, or as they are.
template <class How>
ATTN_ABI constexpr sampling sampling_of(const How& how) {
  if constexpr (std::is_same_v<How, sampling>)
    return how;
  else
    return {.temperature = static_cast<double>(how)};
}
// With the numbers u (row, step), or of a generator.
template <class Draws>
concept source_of_draws = torch_engine<std::remove_reference_t<Draws>> ||
                          (attn::is_tensor<Draws> && !padding_tensor<std::remove_cvref_t<Draws>>);
template <class Model, class Draws>
struct drawn_with {
  using T = typename Model::value_type;
  Draws& draws;
  sampling how;

  ATTN_ABI constexpr drawn_with(const Model&, Draws& source, const sampling& options)
      : draws(source), how(options) {}
  template <class Logits, class Text>
  ATTN_ABI constexpr int operator()(const Logits& given, const Text& text, std::size_t row) const {
    Logits logits = given;
    if (how.repetition_penalty != 1) {  // each word once, however often the text has it
      for (std::size_t i = 0; i < text.begin + text.count; ++i) {
        const auto word = static_cast<std::size_t>(text.all[i]);
        logits.data()[word] = penalised(given.data()[word], T(how.repetition_penalty));
      }
    }
    const auto left = top_p(top_k(logits / T(how.temperature), how.top_k), T(how.top_p));
    if constexpr (torch_engine<Draws>)
      return static_cast<int>(torch_multinomial(draws, softmax(left)));
    else
      return static_cast<int>(sample(softmax(left), draws.data()[row * Text::steps + text.count]));
  }
  ATTN_ABI constexpr void of_ended_text() const
    requires torch_engine<Draws>
  {
    for (std::size_t i = 0; i < Model::word::size; ++i) torch_double(draws);
  }
};

template <class M>
concept generating_model = requires {
  typename M::state_type;
  typename M::word;
};

}  // namespace detail

namespace rules {

// The numbers by which it draws, if nothing else is wrong.
template <bool Asked, class Model, class U, class... Each>
struct draws_call {
  using operands = roles<>;
  using one_element = not_asked;
  using one_per_step = not_asked;
  using all = in_order<>;
};
template <class Model, class U, class... Axes, class... Each>
struct draws_call<true, Model, tensor<U, Axes...>, Each...> {
  using operands = roles<axes_of<Axes...>>;
  using one_element = same_element<element_of_A<typename Model::value_type>, element_of_B<U>>;
  using one_per_step = same_axes<axes_of_A<Axes...>, axes_of_B<Each...>>;
  using all = in_order<one_element, one_per_step>;
};

// The last of the new ids is not read: it needs no position. Crop: the text may have any length.
template <std::size_t Steps, class Model, class Prompt, bool Crop = false>
struct generate_call : text_call<Model, Prompt, (Steps > 0 ? Steps - 1 : 0)> {
  using text = text_call<Model, Prompt, (Steps > 0 ? Steps - 1 : 0)>;
  using has_positions = in_case<!Crop, typename text::has_positions>;
  using has_steps = positive<size<Steps>>;
  using arithmetic = arithmetic_element<element<typename Model::value_type>>;
  using reads = not_asked;
  using of_batch = not_asked;
  using one_each = not_asked;
  using all = in_order<typename text::ids::all, has_positions, typename text::one_sequence,
                       has_steps, arithmetic>;
  template <class U>
  using draws = draws_call<all::value, Model, U, dim<Steps>>;
};
// Of a batch.
template <std::size_t Steps, class Model, class Id, class... IdAxes, class E, class... Padding>
struct generate_call<Steps, Model, padded_prompts<tensor<Id, IdAxes...>, tensor<E, Padding...>>,
                     false> : generate_call<Steps, Model, tensor<Id, IdAxes...>> {
  using base = generate_call<Steps, Model, tensor<Id, IdAxes...>>;
  using one_sequence = not_asked;
  using reads = reads_texts<Model::reads_texts>;
  using of_batch = rank_within<rank<sizeof...(IdAxes)>, rank<2>, rank<2>>;
  using one_each = axes_agree<axes_of_A<Padding...>, axes_of_B<IdAxes...>>;
  using all = in_order<typename base::text::all, typename base::has_steps,
                       typename base::arithmetic, reads, of_batch, one_each>;
  template <class U>
  using draws = draws_call<all::value, Model, U, axis_at<attn::shape<IdAxes...>, 0>, dim<Steps>>;
};

// A search that keeps Beams texts.
template <std::size_t Steps, std::size_t Beams, class Model, class Ids>
struct beam_call : generate_call<Steps, Model, Ids> {
  using generate = generate_call<Steps, Model, Ids>;
  using has_beams = positive<size<Beams>>;
  using all = in_order<typename generate::all, has_beams>;
};

}  // namespace rules

template <std::size_t Steps, detail::generating_model Model, detail::prompt_of_texts Prompt>
ATTN_ABI constexpr auto generate(const Model& model, const Prompt& prompt) {
  using call = rules::generate_call<Steps, Model, Prompt>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate<steps>(model, prompt)");
  if constexpr (call::all::value)
    return detail::generated<Steps, false>(model, prompt, detail::most_likely{}).ids();
  else
    return prompt;
}
template <std::size_t Steps, detail::generating_model Model, detail::prompt_of_texts Prompt,
          detail::source_of_draws Draws, class How = sampling>
ATTN_ABI constexpr auto generate(const Model& model, const Prompt& prompt, Draws&& u,
                                 const How& how = {}) {
  using call = rules::generate_call<Steps, Model, Prompt>;
  using draws = typename call::template draws<std::remove_cvref_t<Draws>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate<steps>(model, prompt, u)");
  ATTN_REQUIRE_DRAWS(draws, "attn::generate<steps>(model, prompt, u)");
  if constexpr (call::all::value && draws::all::value) {
    const sampling options = detail::sampling_of(how);
    if (!(typename Model::value_type(options.temperature) > 0))
      generate_requires_a_temperature_above_0();
    return detail::generated<Steps, false>(model, prompt, detail::drawn_with(model, u, options))
        .ids();
  } else {
    return prompt;
  }
}
template <std::size_t Steps, detail::generating_model Model, attn::is_tensor Ids,
          detail::padding_tensor Padding>
ATTN_ABI constexpr auto generate(const Model& model, const Ids& prompts, const Padding& padding) {
  using call = rules::generate_call<Steps, Model, padded_prompts<Ids, Padding>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate<steps>(model, prompts, padding)");
  if constexpr (call::all::value)
    return generate<Steps>(model, detail::padded(prompts, padding));
  else
    return prompts;
}
template <std::size_t Steps, detail::generating_model Model, attn::is_tensor Ids,
          detail::padding_tensor Padding, detail::source_of_draws Draws, class How = sampling>
ATTN_ABI constexpr auto generate(const Model& model, const Ids& prompts, const Padding& padding,
                                 Draws&& u, const How& how = {}) {
  using call = rules::generate_call<Steps, Model, padded_prompts<Ids, Padding>>;
  using draws = typename call::template draws<std::remove_cvref_t<Draws>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate<steps>(model, prompts, padding, u)");
  ATTN_REQUIRE_DRAWS(draws, "attn::generate<steps>(model, prompts, padding, u)");
  if constexpr (call::all::value && draws::all::value)
    return generate<Steps>(model, detail::padded(prompts, padding), u, how);
  else
    return prompts;
}

template <std::size_t Steps, detail::generating_model Model, detail::prompt_of_texts Prompt>
ATTN_ABI constexpr auto generate_until(const Model& model, const Prompt& prompt,
                                       token_id<Model::word::size> end) {
  using call = rules::generate_call<Steps, Model, Prompt>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate_until<steps>(model, prompt, end)");
  if constexpr (call::all::value)
    return detail::found(
        detail::generated<Steps, false>(model, prompt, detail::most_likely{}, detail::at_end{end}),
        end);
  else
    return prompt;
}
template <std::size_t Steps, detail::generating_model Model, detail::prompt_of_texts Prompt,
          detail::source_of_draws Draws>
ATTN_ABI constexpr auto generate_until(const Model& model, const Prompt& prompt,
                                       token_id<Model::word::size> end, Draws&& u,
                                       const sampling& how = {}) {
  using call = rules::generate_call<Steps, Model, Prompt>;
  using draws = typename call::template draws<std::remove_cvref_t<Draws>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate_until<steps>(model, prompt, end, u)");
  ATTN_REQUIRE_DRAWS(draws, "attn::generate_until<steps>(model, prompt, end, u)");
  if constexpr (call::all::value && draws::all::value) {
    if (!(typename Model::value_type(how.temperature) > 0))
      generate_requires_a_temperature_above_0();
    return detail::found(detail::generated<Steps, false>(
                             model, prompt, detail::drawn_with(model, u, how), detail::at_end{end}),
                         end);
  } else {
    return prompt;
  }
}
template <std::size_t Steps, detail::generating_model Model, attn::is_tensor Ids,
          detail::padding_tensor Padding>
ATTN_ABI constexpr auto generate_until(const Model& model, const Ids& prompts,
                                       const Padding& padding, token_id<Model::word::size> end) {
  using call = rules::generate_call<Steps, Model, padded_prompts<Ids, Padding>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate_until<steps>(model, prompts, padding, end)");
  if constexpr (call::all::value)
    return generate_until<Steps>(model, detail::padded(prompts, padding), end);
  else
    return prompts;
}
template <std::size_t Steps, detail::generating_model Model, attn::is_tensor Ids,
          detail::padding_tensor Padding, detail::source_of_draws Draws>
ATTN_ABI constexpr auto generate_until(const Model& model, const Ids& prompts,
                                       const Padding& padding, token_id<Model::word::size> end,
                                       Draws&& u, const sampling& how = {}) {
  using call = rules::generate_call<Steps, Model, padded_prompts<Ids, Padding>>;
  using draws = typename call::template draws<std::remove_cvref_t<Draws>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate_until<steps>(model, prompts, padding, end, u)");
  ATTN_REQUIRE_DRAWS(draws, "attn::generate_until<steps>(model, prompts, padding, end, u)");
  if constexpr (call::all::value && draws::all::value)
    return generate_until<Steps>(model, detail::padded(prompts, padding), end, u, how);
  else
    return prompts;
}

template <std::size_t Steps, detail::generating_model Model, attn::is_tensor Prompt>
ATTN_ABI constexpr auto generate_cropped(const Model& model, const Prompt& prompt) {
  using call = rules::generate_call<Steps, Model, Prompt, true>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate_cropped<steps>(model, prompt)");
  if constexpr (call::all::value)
    return detail::generated<Steps, true>(model, prompt, detail::most_likely{}).ids();
  else
    return prompt;
}
template <std::size_t Steps, detail::generating_model Model, attn::is_tensor Prompt,
          detail::source_of_draws Draws>
ATTN_ABI constexpr auto generate_cropped(const Model& model, const Prompt& prompt, Draws&& u,
                                         const sampling& how = {}) {
  using call = rules::generate_call<Steps, Model, Prompt, true>;
  using draws = typename call::template draws<std::remove_cvref_t<Draws>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate_cropped<steps>(model, prompt, u)");
  ATTN_REQUIRE_DRAWS(draws, "attn::generate_cropped<steps>(model, prompt, u)");
  if constexpr (call::all::value && draws::all::value) {
    if (!(typename Model::value_type(how.temperature) > 0))
      generate_requires_a_temperature_above_0();
    return detail::generated<Steps, true>(model, prompt, detail::drawn_with(model, u, how)).ids();
  } else {
    return prompt;
  }
}

namespace detail {
template <std::size_t Steps, std::size_t Beams, class Model, class Ids, class Ends>
ATTN_ABI constexpr auto best_beam(const Model& model, const Ids& prompt, const Ends& ends,
                                  token_id<Model::word::size> end,
                                  typename Model::value_type penalty) {
  const auto found = beams_searched<Steps, Beams>(model, prompt, ends, penalty);
  const auto ids = found.text.ids(end);
  return beam_ids{ids, found.text.count, found.sum};
}
}  // namespace detail

template <std::size_t Steps, std::size_t Beams, detail::generating_model Model, class Id,
          class... IdAxes>
ATTN_ABI constexpr auto beam_search(const Model& model, const tensor<Id, IdAxes...>& prompt) {
  using call = rules::beam_call<Steps, Beams, Model, tensor<Id, IdAxes...>>;
  ATTN_REQUIRE_GENERATE(call, "attn::beam_search<steps, beams>(model, prompt)");
  ATTN_REQUIRE(call, has_beams,
               "attn::beam_search<steps, beams>(model, prompt): requires at least one beam");
  if constexpr (call::all::value)
    return detail::best_beam<Steps, Beams>(model, prompt, detail::never{}, {},
                                           typename Model::value_type(1));
  else
    return prompt;
}
template <std::size_t Steps, std::size_t Beams, detail::generating_model Model, class Id,
          class... IdAxes>
ATTN_ABI constexpr auto beam_search(const Model& model, const tensor<Id, IdAxes...>& prompt,
                                    token_id<Model::word::size> end,
                                    std::type_identity_t<typename Model::value_type>
                                        length_penalty = typename Model::value_type(1)) {
  using call = rules::beam_call<Steps, Beams, Model, tensor<Id, IdAxes...>>;
  ATTN_REQUIRE_GENERATE(call, "attn::beam_search<steps, beams>(model, prompt, end)");
  ATTN_REQUIRE(call, has_beams,
               "attn::beam_search<steps, beams>(model, prompt, end): requires at least one beam");
  if constexpr (call::all::value)
    return detail::best_beam<Steps, Beams>(model, prompt, detail::at_end{end}, end, length_penalty);
  else
    return prompt;
}

}  // namespace attn
ATTN_STRICT_FP_END
