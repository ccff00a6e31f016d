// SPDX-License-Identifier: BSL-1.0
// Sequences of tokens for models: shapes, steps, one sequence after the other.
#pragma once

#include <boost/hana/fwd/pair.hpp>
#include <boost/hana/fwd/string.hpp>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/attention/cache.hpp>
#include <attn/attention/window.hpp>
#include <attn/detail/vector.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/block.hpp>
#include <attn/models/detail/require.hpp>
#include <attn/rules/call.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// How layers read token by token: what each remembers, and its step. A layer of a user's says both
// itself (models/block.hpp). An attention block remembers keys and values.

// --- values of several types --------------------------------------------------------------------

// A base for each: no tuple of others', whose functions would be shared by all units (abi.hpp).
template <std::size_t Index, class Layer>
struct layer_slot {
  Layer layer{};
  ATTN_ABI friend constexpr bool operator==(const layer_slot& a, const layer_slot& b)
    requires(std::is_empty_v<Layer> || std::equality_comparable<Layer>)
  {
    if constexpr (std::is_empty_v<Layer>)
      return true;
    else
      return a.layer == b.layer;
  }
};
template <class Numbers, class... Layers>
struct layer_slots;
template <std::size_t... Index, class... Layers>
struct layer_slots<std::index_sequence<Index...>, Layers...> : layer_slot<Index, Layers>... {
  ATTN_ABI layer_slots() = default;
  ATTN_ABI constexpr explicit layer_slots(const Layers&... layers)
    requires(sizeof...(Layers) > 0)
      : layer_slot<Index, Layers>{layers}... {}
  ATTN_ABI friend constexpr bool operator==(const layer_slots&, const layer_slots&) = default;
};
template <std::size_t Index, class Layer>
ATTN_ABI constexpr Layer& layer_at(layer_slot<Index, Layer>& slot) {
  return slot.layer;
}
template <std::size_t Index, class Layer>
ATTN_ABI constexpr const Layer& layer_at(const layer_slot<Index, Layer>& slot) {
  return slot.layer;
}

template <std::size_t Index, class Layer, std::size_t N>
ATTN_ABI constexpr const Layer& layer_at(const Layer (&layers)[N]) {
  return layers[Index];
}
template <class Layers>
inline constexpr std::size_t count_layers = 0;
template <class Layer, std::size_t N>
inline constexpr std::size_t count_layers<Layer[N]> = N;

// --- one layer ----------------------------------------------------------------------------------

template <class Layer>
concept has_own_state = requires { typename Layer::template state_type<dim<1>>; };

// What an attention block remembers of tokens of Position.
template <class Layer, class Position, class... Batch>
using cache_of =
    key_value_cache<typename Layer::value_type, Position, typename Layer::attention_type::d_k,
                    typename Layer::attention_type::d_v, Batch..., typename Layer::head>;

template <class Layer, class Position>
struct remembered {};
template <nn::attention_block Layer, class Position>
  requires(!has_own_state<Layer>)
struct remembered<Layer, Position> {
  using type = cache_of<Layer, Position>;
};
template <has_own_state Layer, class Position>
struct remembered<Layer, Position> {
  using type = typename Layer::template state_type<Position>;
};
template <class Layer, class Position>
using state_of = typename remembered<Layer, Position>::type;

// layer(x, causal<>), or (x, causal<> & padding, fully_masked<zero_rows>), for the tokens x that
// follow those in the cache, which then holds them too.
template <class Layer, class X, class Cache, class... Padding>
ATTN_ABI constexpr X through_block(const Layer& layer, const X& x, Cache& cache,
                                   const Padding&... padding) {
  using attention = typename Layer::attention_type;
  using head = typename attention::head;
  using d_k = typename attention::d_k;
  using d_v = typename attention::d_v;
  const auto attend = [&](const auto& rows) {
    const auto& projections = layer.self_attn;
    const std::size_t before = cache.count;
    cache.append(cut_into_heads<head, d_k>(projections.k_proj(rows)),
                 cut_into_heads<head, d_v>(projections.v_proj(rows)));
    const auto q = cut_into_heads<head, d_k>(projections.q_proj(rows));
    const auto found = [&] {
      if constexpr (sizeof...(Padding) > 0)
        return attend_in_block(projections, cache, q, (causal_from(before) & ... & padding),
                               fully_masked<zero_rows>);
      else
        return attend_in_block(projections, cache, q, causal_from(before));
    }();
    return projections.out_proj(put_heads_together<typename attention::joined_v>(found));
  };
  const auto h = residual<typename Layer::norm_order>(x, layer.norm1, attend);
  return residual<typename Layer::norm_order>(h, layer.norm2, layer.feed_forward);
}

template <class Layer, class State, class X>
ATTN_ABI constexpr auto step_of_layer(const Layer& layer, State& state, const X& x) {
  if constexpr (has_own_state<Layer>)
    return layer.step(state, x);
  else
    return through_block(layer, x, state);
}

// --- several ------------------------------------------------------------------------------------

template <std::size_t Index, std::size_t N, class Layers, class States, class X>
ATTN_ABI constexpr auto step_through(const Layers& layers, States& states, const X& x) {
  if constexpr (Index + 1 == N)
    return step_of_layer(layer_at<Index>(layers), layer_at<Index>(states), x);
  else
    return step_through<Index + 1, N>(
        layers, states, step_of_layer(layer_at<Index>(layers), layer_at<Index>(states), x));
}

// What the layers of a stack remember: of an array, or of a sequence of several types.
template <class Layers, class Position>
struct states_of_layers {
  using type = state_of<Layers, Position>;
};
template <class State, std::size_t N>
struct state_array {
  State of[N]{};
  ATTN_ABI friend constexpr bool operator==(const state_array&, const state_array&) = default;
};
template <class Layer, std::size_t N, class Position>
struct states_of_layers<Layer[N], Position> {
  using type = state_array<state_of<Layer, Position>, N>;
};
template <class Layers, class Position>
using states_of = typename states_of_layers<Layers, Position>::type;

// Of a batch of texts.
template <class Layers, class Position, class Batch>
struct states_of_texts {
  using type = nn::no_state;
};
template <nn::attention_block Layer, std::size_t N, class Position, class Batch>
  requires(!has_own_state<Layer>)
struct states_of_texts<Layer[N], Position, Batch> {
  using type = state_array<cache_of<Layer, Position, Batch>, N>;
};

template <bool HasSteps, class Layers, class Position>
struct states_if {
  using type = nn::no_state;
};
template <class Layers, class Position>
struct states_if<true, Layers, Position> {
  using type = states_of<Layers, Position>;
};
template <bool HasSteps, class Layers, class Position>
using states_or_nothing = typename states_if<HasSteps, Layers, Position>::type;

template <class Layers, class States, class X>
ATTN_ABI constexpr auto step_of_layers(const Layers& layers, States& states, const X& x) {
  return step_of_layer(layers, states, x);
}
template <class Layer, std::size_t N, class States, class X>
ATTN_ABI constexpr auto step_of_layers(const Layer (&layers)[N], States& states, const X& x) {
  auto y = step_of_layer(layers[0], states.of[0], x);
  for (std::size_t i = 1; i < N; ++i) y = step_of_layer(layers[i], states.of[i], y);
  return y;
}

// A state as it was at the beginning, or after its first n tokens; in place, as it may be large.
template <class State>
ATTN_ABI constexpr void reset_state(State& state) {
  if constexpr (requires { state.reset(); })
    state.reset();
  else
    state = State{};
}
template <class State>
ATTN_ABI constexpr void crop_state(State& state, std::size_t n) {
  if constexpr (!std::is_empty_v<State>) state.crop(n);
}
template <class State, std::size_t N>
ATTN_ABI constexpr void reset_state(state_array<State, N>& states) {
  for (State& state : states.of) reset_state(state);
}
template <class State, std::size_t N>
ATTN_ABI constexpr void crop_state(state_array<State, N>& states, std::size_t n) {
  for (State& state : states.of) crop_state(state, n);
}
template <std::size_t... Index, class... States>
ATTN_ABI constexpr void reset_state(layer_slots<std::index_sequence<Index...>, States...>& states) {
  (reset_state(layer_at<Index>(states)), ...);
}
template <std::size_t... Index, class... States>
ATTN_ABI constexpr void crop_state(layer_slots<std::index_sequence<Index...>, States...>& states,
                                   std::size_t n) {
  (crop_state(layer_at<Index>(states), n), ...);
}

// Whether a state can forget its last tokens: it remembers nothing, or has crop(n).
template <class State>
inline constexpr bool can_be_cropped =
    std::is_empty_v<State> || requires(State& state, std::size_t n) { state.crop(n); };
template <class State, std::size_t N>
inline constexpr bool can_be_cropped<state_array<State, N>> = can_be_cropped<State>;
template <class Numbers, class... States>
inline constexpr bool can_be_cropped<layer_slots<Numbers, States...>> =
    (can_be_cropped<States> && ...);

}  // namespace attn::detail

namespace attn {

// What nn::sequential and the stacks of layers are made of (models/stack.hpp): which layers have
// parameters, what they are together in another stack, and what each of them has to be.

namespace nn {
template <class... Layers>
struct sequential;
}

namespace detail {

template <class... Layers>
inline constexpr std::size_t count_layers<nn::sequential<Layers...>> = sizeof...(Layers);

// What can have parameters: the others of a sequence are empty.
template <class Layer>
inline constexpr bool has_parameters = is_leaf<Layer> || has_members<Layer>;

// The numbers of the layers with parameters.
template <class... Layers>
struct numbered_layers {
  static constexpr std::size_t count = (std::size_t{0} + ... + (has_parameters<Layers> ? 1 : 0));
  static consteval std::size_t number(std::size_t member) {
    const bool has[] = {has_parameters<Layers>...};
    std::size_t at = 0;
    for (;; ++at)
      if (has[at] && member-- == 0) return at;
  }
  template <std::size_t Member, class Model>
  ATTN_ABI static constexpr auto& get(Model& model) {
    return layer_at<number(Member)>(model);
  }
};

template <std::size_t Member>
struct numbered_accessor {
  template <class X>
  ATTN_ABI constexpr decltype(auto) operator()(X&& x) const {
    return member<Member>(x);
  }
};
template <class Owner, std::size_t Member>
ATTN_ABI constexpr auto numbered_member() {
  constexpr auto name = name_of_number<Owner::attn_numbered_members::number(Member)>();
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    return boost::hana::make_pair(boost::hana::string<name.text[Index]...>{},
                                  numbered_accessor<Member>{});
  }(std::make_index_sequence<name.length>{});
}

template <class Layer>
concept states_sequences = rules::names_its_sequences<rules::model<Layer>>::value;

// What layers are together in another stack: they take options if one of them does, and have rows
// of a width if all of them could be in the stack. `void` is no width, and no element type.
template <class First, class...>
struct first_layer {
  using type = First;
};
struct no_sequences {};
template <class...>
struct sequences_of {
  ATTN_ABI static constexpr no_sequences value{};
};
template <class First, class... Rest>
struct sequences_of<First, Rest...> : sequences_of<Rest...> {};
template <states_sequences First, class... Rest>
struct sequences_of<First, Rest...> {
  static constexpr std::size_t value = First::sequences;
};
template <class Stack, class First>
struct rows_of_stack {
  using value_type = void;
  using width = void;
};
template <class Stack, class First>
  requires requires { requires rules::stack_layer_call<Stack, First::sequences>::all::value; }
struct rows_of_stack<Stack, First> {
  using value_type = typename First::value_type;
  using width = typename First::width;
};

// The layers of a stack: n of one type, or as many times a sequence of them.
template <class Layer, std::size_t N>
struct repeated {
  using type = Layer[N == 0 ? 1 : N];
};
template <class Sequence, class... More>
struct appended {
  using type = Sequence;
};
template <class... A, class... B, class... More>
struct appended<nn::sequential<A...>, nn::sequential<B...>, More...>
    : appended<nn::sequential<A..., B...>, More...> {};
template <class... Layers, std::size_t N>
struct repeated<nn::sequential<Layers...>, N> {
  template <std::size_t... Index>
  ATTN_ABI static auto all(std::index_sequence<Index...>) ->
      typename appended<std::enable_if_t<(Index + 1 > 0), nn::sequential<Layers...>>...>::type;
  using type = decltype(all(std::make_index_sequence<(N == 0 ? 1 : N)>{}));
};
template <class Layer, std::size_t N>
using layers_of_stack = typename repeated<Layer, N>::type;

// Whether there is a call operator, whatever it takes: its body is not looked into, so that what is
// wrong there is reported by the call.
struct call_operator {
  ATTN_ABI void operator()();
};
template <class Layer>
struct with_call_operator : Layer, call_operator {};
template <class Layer>
inline constexpr bool can_be_called =
    !requires { &with_call_operator<Layer>::operator(); } || std::is_final_v<Layer>;

// x through the layers of a stack, which have been checked.
template <class... Layers, class X, class... More>
ATTN_ABI constexpr auto through(const nn::sequential<Layers...>& layers, const X& x,
                                const More&... more) {
  return layers(x, more...);
}

}  // namespace detail

namespace rules {

// A sequence in a stack: what has to hold of each of its layers, which share a width and a type.
template <class First, class... Rest, std::size_t Sequences>
struct stack_layer_call<nn::sequential<First, Rest...>, Sequences> {
  using first = stack_layer_call<First, Sequences>;
  using operands = roles<>;
  template <class Layer>
  using call = stack_layer_call<Layer, Sequences>;
  using element_named =
      each_of<typename first::element_named, typename call<Rest>::element_named...>;
  using width_named = each_of<typename first::width_named, typename call<Rest>::width_named...>;
  using sequences_named =
      each_of<typename first::sequences_named, typename call<Rest>::sequences_named...>;
  using sequences_fit =
      each_of<typename first::sequences_fit, typename call<Rest>::sequences_fit...>;
  using converts = each_of<typename first::converts, typename call<Rest>::converts...>;
  using members_listed =
      each_of<typename first::members_listed, typename call<Rest>::members_listed...>;

  using known = in_order<element_named, width_named, sequences_named, sequences_fit, converts,
                         members_listed>;
  template <bool Known, class Layer>
  struct with_first {
    using one_width = not_asked;
    using one_element = not_asked;
  };
  template <class Layer>
  struct with_first<true, Layer> {
    using one_width = same_axis<axis_of_A<typename First::width>, axis_of_B<typename Layer::width>>;
    using one_element = same_element<element_of_A<typename First::value_type>,
                                     element_of_B<typename Layer::value_type>>;
  };
  using one_width = each_of<not_asked, typename with_first<known::value, Rest>::one_width...>;
  using one_element = each_of<not_asked, typename with_first<known::value, Rest>::one_element...>;
  using all = in_order<known, one_width, one_element>;
};

// What the layer has to be. Not in the model: Clang takes a class with a failed assertion for one
// without members, and reports each use of it.
template <class Layer>
struct layer_of_encoder {
  using call = stack_layer_call<Layer, 1>;
  ATTN_ASSERT_STACK_LAYER(call, "attn::nn::encoder<Layer, n>", "1")
};

template <class Layer>
struct layer_of_decoder {
  using call = stack_layer_call<Layer, 2>;
  ATTN_ASSERT_STACK_LAYER(call, "attn::nn::decoder<Layer, n>", "2")
};

template <class Layer>
struct layer_of_language_model {
  using call = stack_layer_call<Layer, 1>;
  ATTN_ASSERT_STACK_LAYER(call, "attn::nn::language_model<word, Layer, …>", "1")
};

// What the layers of a sequence have to be, likewise.
template <class... Layers>
struct layers_of_sequence {
  static_assert(sizeof...(Layers) > 0, "attn::nn::sequential: requires at least one layer");
  using listed = each_of<not_asked, lists_its_members<model<Layers>>...>;
  static_assert(listed::value,
                "attn::nn::sequential: a layer with members must list them: "
                "ATTN_MEMBERS(type, (T, name), …)");
};

// Layer number Index of a sequence, as it is called: with all that there is, or x alone. Of x alone
// only the operator is asked, so that what is wrong inside is reported by the call.
template <bool GivesMore, std::size_t Index, class Layer, class X, class... More>
struct sequence_step_call {
  using operands = roles<>;
  using accepted = accepts<positions<Index>, attn::detail::can_be_called<Layer>>;
  using all = in_order<accepted>;
};
template <std::size_t Index, class Layer, class X, class First, class... More>
struct sequence_step_call<true, Index, Layer, X, First, More...> {
  using operands = roles<>;
  using accepted = accepts<positions<Index>, detail::callable<Layer, X, First, More...>>;
  using all = in_order<accepted>;
};

// A layer of which steps are asked. Of a sequence, the first one without.
template <bool Asked, class Layer>
struct stack_steps_call {
  using operands = roles<>;
  using has_step = not_asked;
  using all = in_order<has_step>;
};
template <class Layer>
struct stack_steps_call<true, Layer> {
  using operands = roles<>;
  using has_step = has_steps<model<Layer>>;
  using all = in_order<has_step>;
};
template <class... Layers>
struct stack_steps_call<true, nn::sequential<Layers...>> {
  using operands = roles<>;
  using has_step = each_of<has_steps<model<Layers>>...>;
  using all = in_order<has_step>;
};

}  // namespace rules

}  // namespace attn

namespace attn::detail {

// When a layer takes a batch at run time one sequence after the other (ops/vmap.hpp): where the
// results between its parts are too large for the second-level cache, and its weights are packed
// and small enough to be read for each sequence. It is 3 % to 7 % faster than all at once (Zen 4,
// 1 MiB of cache) and needs the stack of one sequence. The bits are the same.

// An option that cannot tell one sequence from another: a mask of positions.
template <class Option>
inline constexpr bool is_same_for_sequences =
    is_kind<mask_kind, Option> && mask_of_positions<Option>;

// Of an attention block, whose parts make about six tensors as large as x, and one of the inner
// width.
template <class Layer, class X, class... Options>
inline constexpr bool goes_by_sequence = [] {
  using T = typename X::value_type;
  constexpr std::size_t between = X::volume * (6 + Layer::inner::size / Layer::width::size);
  return X::shape_type::rank > 2 && kernel_scalar<T> && (is_same_for_sequences<Options> && ...) &&
         between * sizeof(T) > 1024 * 1024 && sizeof(Layer) <= 4 * 1024 * 1024;
}();

}  // namespace attn::detail
ATTN_STRICT_FP_END
