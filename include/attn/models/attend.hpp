// SPDX-License-Identifier: BSL-1.0
// Attention of a recurrent decoder: at every step, its state attends to a memory.
//
//   attend(before, memory, options…)        {context, weights}
//   attend(before, fixed_context(c))        {c, no_weights}: no attention, always the same context
//
//   weights = softmax(score(h, memory)),   context = sum of weights(j) * memory(j)
//
// (hidden) x (source, width) -> context (width), weights (source): the memory serves as keys and
// values, and usually contains the hidden states of an encoder. The query is the state before the
// step. The state after it is computed from the result. Options are the options of attention
// (attention/options.hpp): by default scaled dot products, scored_by(f) for a user-defined score, a
// mask for padding.
//
// Rules: is_state_before; is_vector, for the state: one sentence at a time; is_matrix, for the
// memory; same_element; same_size, same_name of the widths, for dot products; the rules of options.
// Accuracy: bit for bit attention_weights, and matmul with the memory.
// Cost: cost::attend<State, Memory>(options…), the cost of attention of one query. Nothing with a
// fixed_context. With skip_masked the weights are computed twice: for themselves and for the
// context.
#pragma once

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/layers/cost.hpp>
#include <attn/models/calls.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/recurrent/rnn.hpp>
#include <attn/recurrent/state.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Instead of a memory: a context that is the same at every step.
template <class Context>
struct fixed_context_t {
  Context context;
};
template <class T, class... Axes>
ATTN_ABI constexpr fixed_context_t<tensor<T, Axes...>> fixed_context(
    const tensor<T, Axes...>& context) {
  return {context};
}

// Where nothing was weighed.
struct no_weights {
  ATTN_ABI friend constexpr bool operator==(no_weights, no_weights) = default;
};

template <class Context, class Weights>
struct attended {
  Context context;
  Weights weights;
};

namespace detail {
// The query is a matrix of one row. The answer has no trace of it.
template <class T, class Source, class Width, class Query, class Memory, class... Options>
ATTN_ABI constexpr auto answer(const Query& query, const Memory& memory,
                               const Options&... options) {
  const auto weights = attention_weights(query, memory, options...);
  const auto context = [&] {
    if constexpr (has_kind<masked_values_kind, Options...>) {
      return scaled_dot_product_attention(query, memory, memory, options...);
    } else {
      auto average = matmul(weights, memory);
      narrow_averages<!has_sink<Options...>>(average, weights, memory);
      return average;
    }
  }();
  return attended<tensor<T, Width>, tensor<T, Source>>{with_shape<shape<Width>>(context),
                                                       with_shape<shape<Source>>(weights)};
}
}  // namespace detail

namespace rules {

// The state whose step asks.
template <class State>
struct asking_state_call {
  using operands = roles<>;
  using before_step = is_state_before<moment_of<State>>;
  using all = in_order<before_step>;
};

namespace detail {
// The hidden state of a state before a step. Of others a vector that fits any memory.
template <bool Before, class State, class Memory>
struct asking {
  using type = tensor<typename Memory::value_type, last_axis<typename Memory::shape_type>>;
};
template <class State, class Memory>
struct asking<true, State, Memory> {
  using type = attn::detail::hidden_tensor<State>;
};
}  // namespace detail

template <class State, class Memory, class Options>
struct attend_call;
template <class State, class T, class... M, class... Options>
struct attend_call<State, tensor<T, M...>, options<Options...>> : asking_state_call<State> {
  using asks = asking_state_call<State>;
  using memory = attn::shape<M...>;
  using hidden = typename detail::asking<asks::before_step::value, State, tensor<T, M...>>::type;
  using state = typename hidden::shape_type;
  using asking = width_of_state<last_axis<state>>;
  using asked = width_of_K<last_axis<memory>>;
  static constexpr bool scored = attn::detail::has_kind<score_kind, Options...>;

  using operands = roles<axes_of<M...>>;
  using memory_is_matrix = is_matrix<in_brief<axes_of<M...>>>;
  using one_sentence = is_vector<in_brief<role_of<axes_of, state>>>;
  using one_element = same_element<element_of_A<typename hidden::value_type>, element_of_B<T>>;
  using usable = in_order<typename asks::before_step, memory_is_matrix, one_sentence, one_element>;
  using width_size = in_case<!scored, same_size<asking, asked>>;
  using width_name = in_case<!scored, same_name<asking, asked>>;

  using query = attn::shape<dim<1>, last_axis<state>>;
  using attentions =
      options_call<all_hold<usable, width_size, width_name>, T, query, memory, Options...>;
  using all = in_order<usable, width_size, width_name, typename attentions::all>;
  using nothing = attended<tensor<T, last_axis<memory>>, tensor<T, axis_at<memory, 0>>>;
};

}  // namespace rules

template <class State, class Memory, class... Options>
  requires detail::is_tensor<Memory>
ATTN_ABI constexpr auto attend(const State& before, const Memory& memory,
                               const Options&... options) {
  using call = rules::attend_call<State, Memory, rules::options<Options...>>;
  using attentions = typename call::attentions;
  ATTN_REQUIRE_STATE_BEFORE(call, "attn::attend(before, memory)");
  ATTN_REQUIRE(call, memory_is_matrix,
               "attn::attend(before, memory): the memory must be (source, width), or "
               "fixed_context(c)");
  ATTN_REQUIRE(call, one_sentence,
               "attn::attend(before, memory): one sentence at a time: the state must have one "
               "axis");
  ATTN_REQUIRE_ONE_ELEMENT(call, "attn::attend(before, memory)");
  ATTN_REQUIRE(
      call, width_size,
      "attn::attend(before, memory): the state and the memory differ in width; scored_by(f) "
      "allows it");
  ATTN_REQUIRE(call, width_name,
               "attn::attend(before, memory): the widths of the state and the memory differ in "
               "name");
  ATTN_REQUIRE_ONLY_OPTIONS(attentions, "attn::attend(before, memory, options…)");
  ATTN_REQUIRE_OPTIONS(attentions, "attn::attend(before, memory, options…)");
  if constexpr (call::all::value)
    return detail::answer<typename Memory::value_type, axis_at<typename call::memory, 0>,
                          last_axis<typename call::memory>>(
        detail::with_shape<typename call::query>(hidden_state(before)), memory, options...);
  else
    return typename call::nothing{};
}

template <class State, class Context>
ATTN_ABI constexpr auto attend(const State&, const fixed_context_t<Context>& memory) {
  using call = rules::asking_state_call<State>;
  ATTN_REQUIRE_STATE_BEFORE(call, "attn::attend(before, memory)");
  return attended<Context, no_weights>{memory.context, {}};
}

ATTN_COST_OF_PARTS(attend)

}  // namespace attn
ATTN_STRICT_FP_END
