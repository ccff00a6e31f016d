// SPDX-License-Identifier: BSL-1.0
// Sequence to sequence: an encoder reads a sentence, and a decoder writes another one, word by
// word.
//
//   const auto [memory, last] = unroll(encoder, xs, initial<…>());   all its states, and the last
//
//   greedy_decode<target>(d, advance(last), start, memory, options…)      the likeliest word
//   sampled_decode(d, advance(last), start, memory, u, options…)          one drawn by u (target)
//     -> {ids (target), probabilities (target, word), weights (target, source), last}
//
//   greedy_decode_steps<target>(…), sampled_decode_steps(…)   the same, and all that the steps made
//     -> {ids, logits (target, word), probabilities, contexts (target, width), weights, states,
//         last}
//
// d is an nn::recurrent_decoder, or what can be called as one. The input of each step is the
// previous word, and `start` for the first one. The number of steps is the size of target, whatever
// the words are. It reads one sentence at a time. Without attention, memory is
// fixed_context(hidden_state(last)), and there are no_weights. `states` are those after the steps,
// as unroll_states returns them.
//
// Rules: is_state_before; the rules of the decoder; extends_over_time, for the states of all steps.
// Accuracy: bit for bit its steps, softmax, argmax and sample. Special values: theirs.
#pragma once

#include <cstddef>

#include <attn/models/recurrent_decoder.hpp>
#include <attn/ops/reductions.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Of all steps: the words, their probabilities, the weights, and the state after the last.
template <class Ids, class Probabilities, class Weights, class State>
struct decoded_sentence {
  Ids ids;
  Probabilities probabilities;
  Weights weights;
  State last;
};

// All that the steps made. States are those after each.
template <class Ids, class Logits, class Contexts, class Weights, class States, class State>
struct decoded_steps {
  Ids ids;
  Logits logits;
  Logits probabilities;
  Contexts contexts;
  Weights weights;
  States states;
  State last;
};

namespace detail {

// x as the row of a matrix.
template <class T, class... M, class... X>
ATTN_ABI constexpr void put_row(tensor<T, M...>& rows, std::size_t t, const tensor<T, X...>& x) {
  write_runs(rows, rows.size(), t * x.size(), x);
}
ATTN_ABI constexpr void put_row(no_weights&, std::size_t, no_weights) {}

// The rows of as many steps as Target has.
template <class Target, class X>
struct rows_over {
  using type = no_weights;
};
template <class Target, class T, class Axis>
struct rows_over<Target, tensor<T, Axis>> {
  using type = tensor<T, Target, Axis>;
};

// The kinds of sentences, of what one step makes.
template <class Target, class Step>
using ids_over = tensor<token_id<decltype(Step::logits)::volume>, Target>;
template <class Target, class Step, class State>
struct as_sentence {
  using type = decoded_sentence<
      ids_over<Target, Step>, typename rows_over<Target, decltype(Step::logits)>::type,
      typename rows_over<Target, decltype(Step::weights)>::type, decltype(Step::after)>;
};
template <class Target, class Step, class State>
struct as_steps {
  using hidden = typename rows_over<Target, hidden_tensor<State>>::type;
  using type = decoded_steps<
      ids_over<Target, Step>, typename rows_over<Target, decltype(Step::logits)>::type,
      typename rows_over<Target, decltype(Step::context)>::type,
      typename rows_over<Target, decltype(Step::weights)>::type,
      typename over_time<typename State::state_type, hidden>::type, decltype(Step::after)>;
};

// choose(probabilities, logits, t) is the word of step t.
template <class Target, template <class, class, class> class Kind, class Decoder, class State,
          class Id, class Memory, class Choose, class... Options>
ATTN_ABI constexpr auto decoded(const Decoder& decoder, const State& before, const Id& start,
                                const Memory& memory, const Choose& choose,
                                const Options&... options) {
  using one_step = decltype(decoder(before, start, memory, options...));
  using sentence_type = typename Kind<Target, one_step, State>::type;
  using id = typename decltype(sentence_type::ids)::value_type;
  sentence_type sentence{};
  State now = before;
  id last;
  for (std::size_t t = 0; t < Target::size; ++t) {
    const auto made =
        t == 0 ? decoder(now, start, memory, options...) : decoder(now, last, memory, options...);
    const auto p = softmax(made.logits);
    last = id(choose(p, made.logits, t));
    sentence.ids.data()[t] = last;
    put_row(sentence.probabilities, t, p);
    put_row(sentence.weights, t, made.weights);
    if constexpr (requires { sentence.states; }) {
      put_row(sentence.logits, t, made.logits);
      put_row(sentence.contexts, t, made.context);
      put_state<0>(sentence.states, t, made.after.value);
    }
    sentence.last = made.after;
    now = advance(made.after);
  }
  return sentence;
}

struct likeliest {
  template <class P, class Logits>
  ATTN_ABI constexpr int operator()(const P&, const Logits& logits, std::size_t) const {
    return static_cast<int>(argmax<0>(logits));
  }
};
template <class U>
struct drawn_by {
  const U& u;
  template <class P, class Logits>
  ATTN_ABI constexpr int operator()(const P& p, const Logits&, std::size_t t) const {
    return static_cast<int>(sample(p, u(t)));
  }
};

// What a rejected call implies.
template <class Target, class Id, class State>
ATTN_ABI constexpr auto not_decoded(const Id&, const State& before) {
  return decoded_sentence<tensor<Id, Target>, no_weights, no_weights, State>{{}, {}, {}, before};
}
template <class Target, class Id, class State>
ATTN_ABI constexpr auto no_steps(const Id&, const State& before) {
  return decoded_steps<tensor<Id, Target>, no_weights, no_weights, no_weights, State, State>{
      {}, {}, {}, {}, {}, before, before};
}

}  // namespace detail

namespace rules {

template <class State>
struct decoding_steps_call : asking_state_call<State> {
  using before_step = typename asking_state_call<State>::before_step;
  template <bool Before, class S>
  struct kept {
    using type = no_step;
  };
  template <class S>
  struct kept<true, S> {
    using type = typename S::state_type;
  };
  using over_time = extends_over_time<state<typename kept<before_step::value, State>::type>>;
  using all = in_order<before_step, over_time>;
};

}  // namespace rules

template <axis_like Target, class Decoder, class State, class Id, class Memory, class... Options>
ATTN_ABI constexpr auto greedy_decode(const Decoder& decoder, const State& before, const Id& start,
                                      const Memory& memory, const Options&... options) {
  using call = rules::asking_state_call<State>;
  ATTN_REQUIRE_FIRST_STATE(call, "attn::greedy_decode(decoder, before, …)");
  if constexpr (call::before_step::value)
    return detail::decoded<Target, detail::as_sentence>(decoder, before, start, memory,
                                                        detail::likeliest{}, options...);
  else
    return detail::not_decoded<Target>(start, before);
}

template <class Decoder, class State, class Id, class Memory, class T, class Target,
          class... Options>
ATTN_ABI constexpr auto sampled_decode(const Decoder& decoder, const State& before, const Id& start,
                                       const Memory& memory, const tensor<T, Target>& u,
                                       const Options&... options) {
  using call = rules::asking_state_call<State>;
  ATTN_REQUIRE_FIRST_STATE(call, "attn::sampled_decode(decoder, before, …)");
  if constexpr (call::before_step::value)
    return detail::decoded<Target, detail::as_sentence>(
        decoder, before, start, memory, detail::drawn_by<tensor<T, Target>>{u}, options...);
  else
    return detail::not_decoded<Target>(start, before);
}

template <axis_like Target, class Decoder, class State, class Id, class Memory, class... Options>
ATTN_ABI constexpr auto greedy_decode_steps(const Decoder& decoder, const State& before,
                                            const Id& start, const Memory& memory,
                                            const Options&... options) {
  using call = rules::decoding_steps_call<State>;
  ATTN_REQUIRE_FIRST_STATE(call, "attn::greedy_decode_steps(decoder, before, …)");
  ATTN_REQUIRE_STATES(call, "attn::greedy_decode_steps(decoder, before, …)");
  if constexpr (call::all::value)
    return detail::decoded<Target, detail::as_steps>(decoder, before, start, memory,
                                                     detail::likeliest{}, options...);
  else
    return detail::no_steps<Target>(start, before);
}

template <class Decoder, class State, class Id, class Memory, class T, class Target,
          class... Options>
ATTN_ABI constexpr auto sampled_decode_steps(const Decoder& decoder, const State& before,
                                             const Id& start, const Memory& memory,
                                             const tensor<T, Target>& u,
                                             const Options&... options) {
  using call = rules::decoding_steps_call<State>;
  ATTN_REQUIRE_FIRST_STATE(call, "attn::sampled_decode_steps(decoder, before, …)");
  ATTN_REQUIRE_STATES(call, "attn::sampled_decode_steps(decoder, before, …)");
  if constexpr (call::all::value)
    return detail::decoded<Target, detail::as_steps>(
        decoder, before, start, memory, detail::drawn_by<tensor<T, Target>>{u}, options...);
  else
    return detail::no_steps<Target>(start, before);
}

}  // namespace attn
ATTN_STRICT_FP_END
