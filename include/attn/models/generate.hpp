// SPDX-License-Identifier: BSL-1.0
// Generates text with a language model: one id after the other, each chosen from the logits after
// the previous one, and then read by the model like those of the prompt.
//
//   generate<Steps>(model, prompt)                      greedy: argmax(logits), the first of equals
//   generate<Steps>(model, prompt, u[, temperature])    sample(softmax(logits / temperature), u(i))
//                                                       in step i
//
// (token) of token_id -> (token) of token_id<words>: the Steps new ids, on an axis named as that of
// the prompt; concat<0>(prompt, new) is the whole. The model reads the prompt at once, and then an
// id at a time with its state: it reads no id twice, and the bits are those of model(all ids so
// far). The last id is not read. u (step) are numbers in [0, 1), which the caller provides
// (random/); temperature is 1 by default; a lower one makes likely words more likely.
//
// Rules: positive, for Steps; is_vector, for prompt and u; is_token_id, ids_within the words,
// fits_into the positions, for prompt and new ids but the last; same_element, same_size, for u;
// arithmetic_element: it compares.
// A temperature that is not above 0 is not a constant expression, and ends the program at run time.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/models/language_model.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/slice.hpp>
#include <attn/ops/softmax.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
[[noreturn]] ATTN_ABI inline void generate_wants_a_temperature_above_0() {
  detail::end_of_program();
}

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

// The last of the new ids is not read: it needs no position.
template <std::size_t Steps, class Model, class Ids>
struct generate_call : text_call<Model, Ids, (Steps > 0 ? Steps - 1 : 0)> {
  using text = text_call<Model, Ids, (Steps > 0 ? Steps - 1 : 0)>;
  using has_steps = positive<size<Steps>>;
  using arithmetic = arithmetic_element<element<typename Model::value_type>>;
  static constexpr bool holds =
      text::holds && all_hold<typename text::one_sequence, has_steps, arithmetic>;
};

// The numbers by which it draws.
template <std::size_t Steps, class Model, class U>
struct draws_call;
template <std::size_t Steps, class Model, class U, class... Step>
struct draws_call<Steps, Model, tensor<U, Step...>> {
  using operands = roles<axes_of<Step...>>;
  using one_element = same_element<element_of_A<typename Model::value_type>, element_of_B<U>>;
  using one_per_step = same_axes<axes_of_A<Step...>, axes_of_B<dim<Steps>>>;
  static constexpr bool holds = all_hold<one_element, one_per_step>;
};

}  // namespace rules

template <std::size_t Steps, detail::generating_model Model, class Id, class... I>
ATTN_ABI constexpr auto generate(const Model& model, const tensor<Id, I...>& prompt) {
  using call = rules::generate_call<Steps, Model, tensor<Id, I...>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate<steps>(model, prompt)");
  if constexpr (call::holds)
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
    std::type_identity_t<typename Model::value_type> temperature = typename Model::value_type(1)) {
  using T = typename Model::value_type;
  using call = rules::generate_call<Steps, Model, tensor<Id, I...>>;
  using draws = rules::draws_call<Steps, Model, tensor<U, Step...>>;
  ATTN_REQUIRE_GENERATE(call, "attn::generate<steps>(model, prompt, u)");
  ATTN_REQUIRE(draws, one_element,
               "attn::generate<steps>(model, prompt, u): u must have the element type of the "
               "model; convert with as<T>(u)");
  ATTN_REQUIRE(draws, one_per_step,
               "attn::generate<steps>(model, prompt, u): u must be one number for each step, "
               "(step)");
  if constexpr (call::holds && draws::holds) {
    if (!(temperature > T(0))) generate_wants_a_temperature_above_0();
    return detail::generated<Steps>(
        model, prompt, [&u, temperature](const auto& logits, std::size_t i) {
          return static_cast<int>(sample(softmax(logits / temperature), u.data()[i]));
        });
  } else {
    return prompt;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
