// SPDX-License-Identifier: BSL-1.0
// How layers read token by token: what each remembers, and its step. A layer of a user's says both
// itself (models/block.hpp); an attention block remembers keys and values.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/attention/cache.hpp>
#include <attn/attention/window.hpp>
#include <attn/models/block.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// --- values of several types --------------------------------------------------------------------

// A base for each: no tuple of others', whose functions would be shared by all units (abi.hpp).
template <std::size_t I, class Layer>
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
template <std::size_t... I, class... Layers>
struct layer_slots<std::index_sequence<I...>, Layers...> : layer_slot<I, Layers>... {
  ATTN_ABI layer_slots() = default;
  ATTN_ABI constexpr explicit layer_slots(const Layers&... layers)
    requires(sizeof...(Layers) > 0)
      : layer_slot<I, Layers>{layers}... {}
  ATTN_ABI friend constexpr bool operator==(const layer_slots&, const layer_slots&) = default;
};
template <std::size_t I, class Layer>
ATTN_ABI constexpr Layer& layer_at(layer_slot<I, Layer>& slot) {
  return slot.layer;
}
template <std::size_t I, class Layer>
ATTN_ABI constexpr const Layer& layer_at(const layer_slot<I, Layer>& slot) {
  return slot.layer;
}

template <std::size_t I, class Layer, std::size_t N>
ATTN_ABI constexpr const Layer& layer_at(const Layer (&layers)[N]) {
  return layers[I];
}
template <class Layers>
inline constexpr std::size_t count_layers = 0;
template <class Layer, std::size_t N>
inline constexpr std::size_t count_layers<Layer[N]> = N;

// --- one layer ----------------------------------------------------------------------------------

template <class Layer>
concept has_own_state = requires { typename Layer::template state_type<dim<1>>; };

// What an attention block remembers of tokens of Position.
template <class Layer, class Position>
using cache_of =
    key_value_cache<typename Layer::value_type, Position, typename Layer::attention_type::d_k,
                    typename Layer::attention_type::d_v, typename Layer::head>;

template <class Layer, class Position>
struct remembered {};
template <nn::attention_block Layer, class Position>
struct remembered<Layer, Position> {
  using type = cache_of<Layer, Position>;
};
template <has_own_state Layer, class Position>
struct remembered<Layer, Position> {
  using type = typename Layer::template state_type<Position>;
};
template <has_own_state Layer, class Position>
  requires nn::attention_block<Layer>
struct remembered<Layer, Position> {
  using type = typename Layer::template state_type<Position>;
};
template <class Layer, class Position>
using state_of = typename remembered<Layer, Position>::type;

// layer(x, causal<>) for the tokens x that follow those in the cache, which then holds them too.
template <class Layer, class X, class Cache>
ATTN_ABI constexpr X through_block(const Layer& layer, const X& x, Cache& cache) {
  using attention = typename Layer::attention_type;
  using head = typename attention::head;
  using d_k = typename attention::d_k;
  using d_v = typename attention::d_v;
  const auto attend = [&layer, &cache](const auto& rows) {
    const auto& projections = layer.self_attn;
    const std::size_t before = cache.count;
    cache.append(cut_into_heads<head, d_k>(projections.k_proj(rows)),
                 cut_into_heads<head, d_v>(projections.v_proj(rows)));
    const auto found =
        cache.attend(cut_into_heads<head, d_k>(projections.q_proj(rows)), causal_from(before));
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

template <std::size_t I, std::size_t N, class Layers, class States, class X>
ATTN_ABI constexpr auto step_through(const Layers& layers, States& states, const X& x) {
  if constexpr (I + 1 == N)
    return step_of_layer(layer_at<I>(layers), layer_at<I>(states), x);
  else
    return step_through<I + 1, N>(layers, states,
                                  step_of_layer(layer_at<I>(layers), layer_at<I>(states), x));
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

}  // namespace attn::detail
ATTN_STRICT_FP_END
