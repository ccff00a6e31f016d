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
// d is an nn::recurrent_decoder, or what can be called as one. The input of each step is the
// previous word, and `start` for the first one; the number of steps is the size of target, whatever
// the words are. One sentence at a time. Without attention, memory is
// fixed_context(hidden_state(last)), and there are no_weights.
//
// Rules: is_state_before; those of the decoder. Accuracy: bit for bit its steps, softmax, argmax
// and sample. Special values: theirs.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/models/recurrent_decoder.hpp>
#include <attn/ops/argmax.hpp>
#include <attn/ops/detail/join.hpp>
#include <attn/ops/sample.hpp>
#include <attn/ops/softmax.hpp>
#include <attn/recurrent/unroll.hpp>
#include <attn/text/token_id.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Of all steps: the words, their probabilities, the weights; and the state after the last.
template <class Ids, class Probabilities, class Weights, class State>
struct decoded_sentence {
  Ids ids;
  Probabilities probabilities;
  Weights weights;
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

// choose(probabilities, logits, t) is the word of step t.
template <class Target, class Decoder, class State, class Id, class Memory, class Choose,
          class... Options>
ATTN_ABI constexpr auto decoded(const Decoder& decoder, const State& before, const Id& start,
                                const Memory& memory, const Choose& choose,
                                const Options&... options) {
  using one_step = decltype(decoder(before, start, memory, options...));
  using id = token_id<decltype(one_step::logits)::volume>;
  using probabilities = typename rows_over<Target, decltype(one_step::logits)>::type;
  using weights = typename rows_over<Target, decltype(one_step::weights)>::type;
  decoded_sentence<tensor<id, Target>, probabilities, weights, decltype(one_step::after)> sentence{
      {}, {}, {}, {before.value}};
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
    sentence.last = made.after;
    now = advance(made.after);
  }
  return sentence;
}

// What a rejected call implies.
template <class Target, class Id, class State>
ATTN_ABI constexpr auto not_decoded(const Id&, const State& before) {
  return decoded_sentence<tensor<Id, Target>, no_weights, no_weights, State>{{}, {}, {}, before};
}

}  // namespace detail

template <axis_like Target, class Decoder, class State, class Id, class Memory, class... Options>
ATTN_ABI constexpr auto greedy_decode(const Decoder& decoder, const State& before, const Id& start,
                                      const Memory& memory, const Options&... options) {
  using call = rules::asking_state_call<State>;
  ATTN_REQUIRE_FIRST_STATE(call, "attn::greedy_decode(decoder, before, …)");
  if constexpr (call::before_step::value)
    return detail::decoded<Target>(
        decoder, before, start, memory,
        [](const auto&, const auto& logits, std::size_t) {
          return static_cast<int>(argmax<0>(logits));
        },
        options...);
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
    return detail::decoded<Target>(
        decoder, before, start, memory,
        [&u](const auto& p, const auto&, std::size_t t) {
          return static_cast<int>(sample(p, u(t)));
        },
        options...);
  else
    return detail::not_decoded<Target>(start, before);
}

}  // namespace attn
ATTN_STRICT_FP_END
