// SPDX-License-Identifier: BSL-1.0
// Recurrent layers: cells along a sequence, in both directions, and one after the other.
//
//   nn::bidirectional<cell> layer;        forward and reverse: torch.nn.LSTM(…, bidirectional=True)
//   nn::recurrent_layers<cell, n> model;  n layers of cells: num_layers=n
//   nn::recurrent_layers<nn::bidirectional<cell>, n> model;         … in both directions
//   unroll<"time">(model, xs[, before][, lengths])    {outputs, last}, as of a cell
//
// (time, batch, in) -> (time, batch, hidden); in both directions (time, batch, 2 hidden): the
// states of forward, then of reverse, at the same step of the text. `cell` is the first cell. The
// cells of further layers are of its template, <T, in, hidden, …>, and their input is the outputs
// of the layer before. Without dropout.
//
// before and last are states of bidirectional_state{forward, reverse}, or layer_states{layers[n]},
// both of cell states: last.value.layers[1].reverse.hidden.
// Names: "layers.0.weight_ih", "layers.1.reverse.bias_hh"; with torch_names (io/checkpoint.hpp)
// "weight_ih_l0", "bias_hh_l1_reverse". packed(model), as<T>(model) are as for all models.
//
// Rules: the rules of unroll, for the first cell; same_state, of before and all layers; positive,
// for n. Bits: the bits of the cells, each unrolled by itself, and concat.
// Cost: cost::unroll<Model, Xs, state_before<…>, time>(), the cost of the cells.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/layers/parameters.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/recurrent/unroll.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The states of both directions. The states of all layers.
template <class S>
struct bidirectional_state {
  ATTN_MEMBERS(bidirectional_state, (S, forward), (S, reverse));
  ATTN_ABI friend constexpr bool operator==(const bidirectional_state&,
                                            const bidirectional_state&) = default;
};
template <class S, std::size_t N>
struct layer_states {
  using states_type = S[N];
  ATTN_MEMBERS(layer_states, (states_type, layers));
  ATTN_ABI friend constexpr bool operator==(const layer_states&, const layer_states&) = default;
};

namespace rules {
template <class Members>
struct both_directions;
template <std::size_t N, class Members>
struct all_layers;
template <class Members>
struct has_hidden_state<both_directions<Members>> {
  static constexpr bool value = false;
};
template <std::size_t N, class Members>
struct has_hidden_state<all_layers<N, Members>> {
  static constexpr bool value = false;
};
}  // namespace rules

namespace nn {

template <class Cell>
struct bidirectional {
  ATTN_MEMBERS(bidirectional, (Cell, forward), (Cell, reverse));
  ATTN_ABI friend constexpr bool operator==(const bidirectional&, const bidirectional&) = default;
};

}  // namespace nn

namespace detail {

// The last axis of the outputs of a layer, and the same layer for inputs of that axis.
template <class Layer>
struct layer_of_cells {
  using outputs = last_axis<typename leaf_type<typename Layer::state_type, 0>::shape_type>;
  template <class Cell, class Input>
  struct reading;
  template <template <class, class, class, class...> class Cell, class T, class In, class Hidden,
            class... More, class Input>
  struct reading<Cell<T, In, Hidden, More...>, Input> {
    using type = Cell<T, Input, Hidden, More...>;
  };
  template <class Input>
  using with_input = typename reading<Layer, Input>::type;
};
template <class Cell>
struct layer_of_cells<nn::bidirectional<Cell>> {
  using hidden = typename layer_of_cells<Cell>::outputs;
  using outputs = resized<hidden, 2 * hidden::size>;
  template <class Input>
  using with_input = nn::bidirectional<typename layer_of_cells<Cell>::template with_input<Input>>;
};
template <class Layer>
using layer_after =
    typename layer_of_cells<Layer>::template with_input<typename layer_of_cells<Layer>::outputs>;

// A list of layers, of which the first has another input than the others.
template <class Layer, std::size_t N>
struct cell_layers {
  Layer first;
  layer_after<Layer> more[N - 1];
  struct attn_numbered_members {
    static constexpr std::size_t count = N;
    static consteval std::size_t number(std::size_t member) { return member; }
    template <std::size_t Index>
    ATTN_ABI static constexpr auto& get(auto& layers) {
      if constexpr (Index == 0)
        return layers.first;
      else
        return layers.more[Index - 1];
    }
  };
  ATTN_ABI friend constexpr bool operator==(const cell_layers&, const cell_layers&) = default;
};
template <class Layer>
struct cell_layers<Layer, 1> {
  Layer first;
  struct attn_numbered_members {
    static constexpr std::size_t count = 1;
    static consteval std::size_t number(std::size_t) { return 0; }
    template <std::size_t>
    ATTN_ABI static constexpr auto& get(auto& layers) {
      return layers.first;
    }
  };
  ATTN_ABI friend constexpr bool operator==(const cell_layers&, const cell_layers&) = default;
};

}  // namespace detail

namespace nn {

template <class Layer, std::size_t N = 1>
struct recurrent_layers {
  using call = rules::single_rule_call<rules::positive<rules::size<N>>>;
  static_assert(call::rule::value, "attn::nn::recurrent_layers<cell, n>: n must be at least 1");
  using layers_type = attn::detail::cell_layers<Layer, call::all::value ? N : 1>;
  ATTN_MEMBERS(recurrent_layers, (layers_type, layers));
  ATTN_ABI friend constexpr bool operator==(const recurrent_layers&,
                                            const recurrent_layers&) = default;
};

}  // namespace nn

namespace detail {

template <class Cell, class Rows>
  requires starts_from_zeros<Cell>
struct state_of_rows<nn::bidirectional<Cell>, Rows> {
  using type = bidirectional_state<typename state_of_rows<Cell, Rows>::type>;
};
template <class Layer, std::size_t N, class Rows>
  requires starts_from_zeros<Layer>
struct state_of_rows<nn::recurrent_layers<Layer, N>, Rows> {
  using type = layer_states<typename state_of_rows<Layer, Rows>::type, N>;
};

template <std::size_t N>
struct states_of_layers_of {
  template <class S>
  using type = layer_states<S, N>;
};

// What a state consists of, in the rules.
template <class S>
struct members<bidirectional_state<S>> {
  using type = rules::both_directions<typename members<S>::type>;
};
template <class S, std::size_t N>
struct members<layer_states<S, N>> {
  using type = rules::all_layers<N, typename members<S>::type>;
};

// The state of the first cell among the states of the layers. Anything else as it is.
template <class S>
struct state_of_part {
  using type = S;
};
template <class S>
struct state_of_part<state_before<bidirectional_state<S>>> {
  using type = state_before<S>;
};
template <class S, std::size_t N>
struct state_of_part<state_before<layer_states<S, N>>> {
  using type = state_before<S>;
};

// What an unrolled cell with a state S makes of Xs, along axis At.
template <class Xs, class Hidden, class S>
using unrolled_to =
    unrolled<tensor_of<typename Xs::value_type, with_last_axis<typename Xs::shape_type, Hidden>>,
             S>;

template <class Cell>
struct unroller<nn::bidirectional<Cell>> {
  template <bool Reversed, std::size_t At, class Result, class Xs, class S, class... Lengths>
  ATTN_ABI static constexpr Result run(const nn::bidirectional<Cell>& layer, const Xs& xs,
                                       const state_before<bidirectional_state<S>>& before,
                                       const Lengths&... lengths) {
    using of_cell =
        unrolled_to<Xs, last_axis<typename hidden_tensor<state_before<S>>::shape_type>, S>;
    const auto forward = unroller<Cell>::template run<Reversed, At, of_cell>(
        layer.forward, xs, state_before<S>{before.value.forward}, lengths...);
    const auto reverse = unroller<Cell>::template run<!Reversed, At, of_cell>(
        layer.reverse, xs, state_before<S>{before.value.reverse}, lengths...);
    return {with_shape<typename decltype(Result::outputs)::shape_type>(
                concat<-1>(forward.outputs, reverse.outputs)),
            {{forward.last.value, reverse.last.value}}};
  }
};

template <class Layer, std::size_t N>
struct unroller<nn::recurrent_layers<Layer, N>> {
  template <bool Reversed, std::size_t At, class Result, class Xs, class S, class... Lengths>
  ATTN_ABI static constexpr Result run(const nn::recurrent_layers<Layer, N>& model, const Xs& xs,
                                       const state_before<layer_states<S, N>>& before,
                                       const Lengths&... lengths) {
    using of_layer = unrolled<decltype(Result::outputs), S>;
    auto made = unroller<Layer>::template run<Reversed, At, of_layer>(
        model.layers.first, xs, state_before<S>{before.value.layers[0]}, lengths...);
    Result result{{}, {before.value}};
    result.last.value.layers[0] = made.last.value;
    if constexpr (N > 1) {
      for (std::size_t i = 1; i < N; ++i) {
        made = unroller<layer_after<Layer>>::template run<Reversed, At, of_layer>(
            model.layers.more[i - 1], made.outputs, state_before<S>{before.value.layers[i]},
            lengths...);
        result.last.value.layers[i] = made.last.value;
      }
    }
    result.outputs = made.outputs;
    return result;
  }
};

}  // namespace detail

namespace rules {

// The rules are the rules of the first cell, whose state is a part of the state of the layers:
// Whole<S>.
template <auto Time, class Part, class Xs, class State, template <class> class Whole>
struct unroll_layers_call
    : unroll_call<Time, Part, Xs, typename attn::detail::state_of_part<State>::type> {
  using base = unroll_call<Time, Part, Xs, typename attn::detail::state_of_part<State>::type>;
  using whole = Whole<typename base::result::state_type>;
  using same_layers = same_state<members_of<State>, members_of<whole>>;
  // Before the rules of the parts: layers of layers ask the same of theirs.
  using all = in_order<typename base::has_steps, same_layers, typename base::all>;
};

template <auto Time, class Cell, class Xs, class State>
struct unroll_call<Time, nn::bidirectional<Cell>, Xs, State>
    : unroll_layers_call<Time, Cell, Xs, State, bidirectional_state> {
  using of_cells = unroll_layers_call<Time, Cell, Xs, State, bidirectional_state>;
  using axes = typename of_cells::outputs::shape_type;
  using outputs =
      tensor_of<typename Xs::value_type,
                with_last_axis<axes, attn::resized<last_axis<axes>, 2 * last_axis<axes>::size>>>;
  using result = unrolled<outputs, typename of_cells::whole>;
};

template <auto Time, class Layer, std::size_t N, class Xs, class State>
struct unroll_call<Time, nn::recurrent_layers<Layer, N>, Xs, State>
    : unroll_layers_call<Time, Layer, Xs, State,
                         attn::detail::states_of_layers_of<N>::template type> {
  using of_layer = unroll_layers_call<Time, Layer, Xs, State,
                                      attn::detail::states_of_layers_of<N>::template type>;
  using result = unrolled<typename of_layer::outputs, typename of_layer::whole>;
};

}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
