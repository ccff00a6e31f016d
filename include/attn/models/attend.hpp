// SPDX-License-Identifier: BSL-1.0
// What a decoder sees of the sentence that it translates: at every step its state asks the memory.
//
//   attend(before, memory, options…)        {context, weights}
//   attend(before, fixed_context(c))        {c, no_weights}: no attention, always the same context
//
//   weights = softmax(score(h, memory)),   context = sum of weights(j) * memory(j)
//
// (hidden) x (source, width) -> context (width), weights (source): the memory is keys and values,
// the hidden states of an encoder as a rule. It is the state before the step that asks: the state
// after is made from the answer. Options are those of attention (attention/options.hpp): scaled dot
// products unless you say otherwise, scored_by(f) for a score of yours, a mask for padding.
//
// Rules: is_state_before; is_vector, for the state: one sentence at a time; is_matrix, for the
// memory; same_element; same_size, same_name of the widths, for dot products; those of options.
// Accuracy: bit for bit attention_weights, and matmul with the memory.
#pragma once

#include <type_traits>

#include <attn/attention/scaled_dot_product.hpp>
#include <attn/recurrent/gates.hpp>
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
// The query is a matrix of one row; the answer has no trace of it.
template <class T, class Source, class Width, class Query, class Memory, class... Options>
ATTN_ABI constexpr auto answer(const Query& query, const Memory& memory,
                               const Options&... options) {
  const auto weights = attention_weights(query, memory, options...);
  const auto context = [&] {
    if constexpr (has_kind<masked_values_kind, Options...>)
      return scaled_dot_product_attention(query, memory, memory, options...);
    else
      return matmul(weights, memory);
  }();
  return attended<tensor<T, Width>, tensor<T, Source>>{with_shape<shape<Width>>(context),
                                                       with_shape<shape<Source>>(weights)};
}
}  // namespace detail

template <class State, class Memory, class... Options>
  requires detail::is_tensor<Memory>
ATTN_ABI constexpr auto attend(const State& before, const Memory& memory,
                               const Options&... options) {
  using T = typename Memory::value_type;
  using M = typename Memory::shape_type;
  using when = rules::moment_of<State>;
  using role = rules::role_of<rules::axes_of, M>;
  static_assert(rules::is_state_before<when>::value,
                "attn::attend(before, memory): the state before the step asks; the state after is "
                "made from the answer: advance(after)");
  static_assert(rules::is_matrix<rules::in_brief<role>>::value,
                "attn::attend(before, memory): the memory must be (source, width), or "
                "fixed_context(c)");
  if constexpr (rules::is_state_before<when>::value && rules::is_matrix<role>::value) {
    using H = detail::hidden_tensor<State>;
    using S = typename H::shape_type;
    constexpr bool is_vector = rules::is_vector<rules::role_of<rules::axes_of, S>>::value;
    constexpr bool same = std::is_same_v<T, typename H::value_type>;
    static_assert(rules::is_vector<rules::in_brief<rules::role_of<rules::axes_of, S>>>::value,
                  "attn::attend(before, memory): one sentence at a time: the state must have one "
                  "axis");
    static_assert(rules::same_element<rules::element_of_A<typename H::value_type>,
                                      rules::element_of_B<T>>::value,
                  "attn::attend(before, memory): requires one element type for all operands; "
                  "convert with as<T>(x)");
    if constexpr (is_vector && same) {
      using asking = rules::width_of_state<last_axis<S>>;
      using asked = rules::width_of_K<last_axis<M>>;
      constexpr bool scored = detail::has_kind<score_kind, Options...>;
      static_assert(scored || rules::same_size<asking, asked>::value,
                    "attn::attend(before, memory): a dot product wants one width; others: "
                    "scored_by(f)");
      static_assert(scored || rules::same_name<asking, asked>::value,
                    "attn::attend(before, memory): the two widths have different names");
      using nothing = attended<tensor<T, last_axis<M>>, tensor<T, axis_at<M, 0>>>;
      if constexpr (scored || rules::same_axis<asking, asked>::value) {
        using query = shape<dim<1>, last_axis<S>>;
        using options_of = detail::options_for<T, query, M, Options...>;
        ATTN_OPTIONS_FIT("attn::attend(before, memory, options…): ", options_of);
        if constexpr (options_of::sound)
          return detail::answer<T, axis_at<M, 0>, last_axis<M>>(
              detail::with_shape<query>(hidden_state(before)), memory, options...);
        else
          return nothing{};
      } else {
        return nothing{};
      }
    } else {
      return attended<tensor<T, last_axis<M>>, tensor<T, axis_at<M, 0>>>{};
    }
  } else {
    return attended<tensor<T, last_axis<M>>, tensor<T, axis_at<M, 0>>>{};
  }
}

template <class State, class Context>
ATTN_ABI constexpr auto attend(const State&, const fixed_context_t<Context>& memory) {
  using when = rules::moment_of<State>;
  static_assert(rules::is_state_before<when>::value,
                "attn::attend(before, memory): the state before the step asks; the state after is "
                "made from the answer: advance(after)");
  return attended<Context, no_weights>{memory.context, {}};
}

}  // namespace attn
ATTN_STRICT_FP_END
