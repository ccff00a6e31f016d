// SPDX-License-Identifier: BSL-1.0
// Text from a language model: one id after the other, each chosen from the logits behind the last
// and then read by the model like those of the prompt.
//
//   generate<Steps>(model, prompt)                   greedy: argmax(logits), the first of equals
//   generate<Steps>(model, prompt, u[, heat])        sample(softmax(logits / heat), u(i)) in step i
//
// (token) of token_id -> (token) of token_id<words>: the Steps new ids, on an axis named as that of
// the prompt; concat<0>(prompt, new) is the whole. The model reads the prompt at once, and then an
// id at a time with its state: what it has read it does not read again, and the bits are those of
// model(all ids so far). The last id is not read. u are numbers of [0, 1), (step), where they come
// from is the caller's business (random/); heat ("temperature") is 1 if it is left out, less makes
// the likely likelier.
//
// Rules: positive, for Steps; is_vector, for prompt and u; is_token_id, ids_within the words,
// fits_into the positions, for prompt and new ids but the last; same_element, same_size, for u;
// arithmetic_element: it compares.
// A heat that is not above 0 is no constant, and ends the program.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/models/language_model.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void generate_wants_a_heat_above_0() { detail::end_of_program(); }

namespace detail {

// choose(logits, i) is the id of step i.
template <std::size_t Steps, class Model, class Id, class Token, class Choose>
ATTN_ABI constexpr auto generated(const Model& model, const tensor<Id, Token>& prompt,
                                  const Choose& choose) {
  using id = token_id<Model::word::size>;
  tensor<id, resized<Token, Steps>> ids;
  auto state = model.start();
  const auto of_prompt = model.step(state, prompt);
  auto logits = select<0>(of_prompt, Token::size - 1);
  for (std::size_t i = 0; i < Steps; ++i) {
    ids.data()[i] = id(choose(logits, i));
    if (i + 1 < Steps) logits = model.step(state, ids.data()[i]);
  }
  return ids;
}

template <class M>
concept generating_model = requires {
  typename M::state_type;
  typename M::word;
};

}  // namespace detail

namespace rules {

// Asserted for every call; true if it can be made.
template <std::size_t Steps, class T, class Word, class Position, class Width, class Id, class... I>
consteval bool generation_is_sound() {
  constexpr bool token_ids = is_token_id<element<Id>>::value;
  constexpr bool lengths = is_vector<axes_of<I...>>::value && Steps > 0;
  static_assert(positive<size<Steps>>::value,
                "attn::generate<steps>(model, prompt): a step or more");
  static_assert(arithmetic_element<element<T>>::value,
                "attn::generate<steps>(model, prompt): the model's elements must be numbers of the "
                "language, which can be compared");
  static_assert(is_token_id<element<Id>>::value,
                "attn::generate<steps>(model, prompt): the prompt must be token ids; "
                "as_token_ids<words>(ids)");
  if constexpr (token_ids)
    static_assert(ids_within<element<Id>, any_axis<Word>>::value,
                  "attn::generate<steps>(model, prompt): the prompt is of another vocabulary: it "
                  "has more ids than the model has words");
  static_assert(is_vector<in_brief<axes_of<I...>>>::value,
                "attn::generate<steps>(model, prompt): the prompt must be one sequence, (token)");
  if constexpr (lengths) {
    using tokens = size<shape<I...>::volume + Steps - 1>;
    static_assert(fits_into<tokens, any_axis<Position>>::value,
                  "attn::generate<steps>(model, prompt): the prompt and what is to be generated "
                  "are more tokens than the model has positions");
    static_assert(distinct_axes<repeated_in<result_axes<I..., Width>>>::value &&
                      distinct_axes<repeated_in<result_axes<I..., Word>>>::value,
                  "attn::generate<steps>(model, prompt): the axis of the prompt has the name of "
                  "the model's width, or of its words");
    return token_ids && arithmetic_element<element<T>>::value &&
           ids_within<element<Id>, any_axis<Word>>::value &&
           fits_into<tokens, any_axis<Position>>::value &&
           distinct_axes<result_axes<I..., Width>>::value &&
           distinct_axes<result_axes<I..., Word>>::value;
  } else {
    return false;
  }
}

}  // namespace rules

template <std::size_t Steps, detail::generating_model Model, class Id, class... I>
ATTN_ABI constexpr auto generate(const Model& model, const tensor<Id, I...>& prompt) {
  if constexpr (rules::generation_is_sound<Steps, typename Model::value_type, typename Model::word,
                                           typename Model::position, typename Model::width, Id,
                                           I...>())
    return detail::generated<Steps>(model, prompt, [](const auto& logits, std::size_t) {
      return static_cast<int>(argmax<0>(logits));
    });
  else
    return prompt;
}

template <std::size_t Steps, detail::generating_model Model, class Id, class... I, class U,
          class... Step>
ATTN_ABI constexpr auto generate(
    const Model& model, const tensor<Id, I...>& prompt, const tensor<U, Step...>& u,
    std::type_identity_t<typename Model::value_type> heat = typename Model::value_type(1)) {
  using T = typename Model::value_type;
  constexpr bool same = rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value;
  static_assert(rules::same_element<rules::element_of_A<T>, rules::element_of_B<U>>::value,
                "attn::generate<steps>(model, prompt, u): u must have the element type of the "
                "model; as<T>(u)");
  static_assert(
      rules::same_axes<rules::axes_of_A<Step...>, rules::axes_of_B<dim<Steps>>>::value,
      ATTN_MESSAGE("attn::generate<steps>(model, prompt, u): u must be one number for each "
                   "step, (step)",
                   rules::axes_of<Step...>));
  if constexpr (rules::generation_is_sound<Steps, typename Model::value_type, typename Model::word,
                                           typename Model::position, typename Model::width, Id,
                                           I...>() &&
                same &&
                rules::same_axes<rules::axes_of_A<Step...>, rules::axes_of_B<dim<Steps>>>::value) {
    if (!(heat > T(0))) generate_wants_a_heat_above_0();
    return detail::generated<Steps>(model, prompt, [&u, heat](const auto& logits, std::size_t i) {
      return static_cast<int>(sample(softmax(logits / heat), u.data()[i]));
    });
  } else {
    return prompt;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
