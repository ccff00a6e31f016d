// SPDX-License-Identifier: BSL-1.0
// Layers one after the other: of several types, or n of one.
//
//   nn::sequential<A, B, C> model;      model(x, options…) = c(b(a(x, options…), …), …)
//   nn::sequential model(a, b, c);      … of these layers
//   get<1>(model)                       the second layer, a B
//   nn::stack<block, n> model;          n blocks of one type
//   nn::stack<nn::sequential<A, B>, n>  A, B, A, B, …: 2 n blocks
//
// A layer is anything with a call operator. It has ATTN_MEMBERS for its parameters, or no members
// (an activation). Parameters are named as in PyTorch: "0.weight", "2.bias" in an nn::sequential
// (where 1 may be an activation), "layers.0.weight" in an nn::stack. Options go to the layers that
// state with how many sequences they are called (models/block.hpp), or, if none of them does, to
// all. If all layers are an nn::stack_layer of one width and one element type, these are one as
// well: for an nn::encoder, an nn::language_model, another stack. If all can read token by token,
// so can they: step(state, x).
//
// Rules: positive, for n; accepts, for every layer and what it is given; keeps_rows, for the block
// of a stack. Accuracy: bit for bit the composition.
// Cost: cost_of<nn::sequential<…>, X>(options…), cost_of<nn::stack<…>, X>(options…): the cost of
// the layers.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/layers/parameters.hpp>
#include <attn/models/detail/require.hpp>
#include <attn/models/detail/sequence.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/require.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace nn {

template <class... Layers>
struct sequential
    : attn::detail::layer_slots<std::make_index_sequence<sizeof...(Layers)>, Layers...> {
  static_assert(sizeof(rules::layers_of_sequence<Layers...>) > 0);  // see there
  using base = attn::detail::layer_slots<std::make_index_sequence<sizeof...(Layers)>, Layers...>;
  using rows =
      attn::detail::rows_of_stack<sequential, typename attn::detail::first_layer<Layers...>::type>;
  static constexpr auto sequences = attn::detail::sequences_of<Layers...>::value;
  using value_type = typename rows::value_type;
  using width = typename rows::width;
  using attn_numbered_members = attn::detail::numbered_layers<Layers...>;
  struct hana_accessors_impl {
    template <class owner = sequential>
    ATTN_ABI static constexpr auto apply() {
      return []<std::size_t... Index>(std::index_sequence<Index...>) {
        return attn::detail::accessors_of_all<owner>(
            attn::detail::numbered_member<owner, Index>()...);
      }(std::make_index_sequence<attn_numbered_members::count>{});
    }
  };

  ATTN_ABI sequential() = default;
  ATTN_ABI constexpr explicit sequential(const Layers&... layers) : base(layers...) {}

  template <class X, class... More>
  ATTN_ABI constexpr auto operator()(const X& x, const More&... more) const {
    return from<0>(x, more...);
  }

  template <axis_like Position>
    requires(rules::has_steps<rules::model<Layers>>::value && ...)
  using state_type = attn::detail::layer_slots<std::make_index_sequence<sizeof...(Layers)>,
                                               attn::detail::state_of<Layers, Position>...>;
  template <class State, class X>
  ATTN_ABI constexpr auto step(State& state, const X& x) const {
    return attn::detail::step_through<0, sizeof...(Layers)>(*this, state, x);
  }
  ATTN_ABI friend constexpr bool operator==(const sequential&, const sequential&) = default;

 private:
  static constexpr bool gives_all = !(attn::detail::states_sequences<Layers> || ...);

  template <std::size_t Index, class X, class... More>
  ATTN_ABI constexpr auto from(const X& x, const More&... more) const {
    const auto& layer = attn::detail::layer_at<Index>(*this);
    using type = std::remove_cvref_t<decltype(layer)>;
    constexpr bool gives_more = gives_all || attn::detail::states_sequences<type>;
    using call = rules::sequence_step_call<gives_more, Index, type, X, More...>;
    ATTN_REQUIRE(
        call, accepted,
        "attn::nn::sequential(x, …): this layer cannot be called; it needs operator()(const "
        "X& x, const Options&... options) const, or no options");
    if constexpr (!call::accepted::value)
      return x;
    else if constexpr (Index + 1 == sizeof...(Layers) && gives_more)
      return layer(x, more...);
    else if constexpr (Index + 1 == sizeof...(Layers))
      return layer(x);
    else if constexpr (gives_more)
      return from<Index + 1>(layer(x, more...), more...);
    else
      return from<Index + 1>(layer(x), more...);
  }
};
// Of no layers there is nothing but the sentence.
template <class... Layers>
  requires(sizeof...(Layers) == 0)
struct sequential<Layers...> {
  static_assert(sizeof(rules::layers_of_sequence<Layers...>) > 0);
};
template <class... Layers>
sequential(const Layers&...) -> sequential<Layers...>;

template <class Block, std::size_t N>
struct stack {
  using rows = attn::detail::rows_of_stack<Block, Block>;
  static constexpr auto sequences = attn::detail::sequences_of<Block>::value;
  using value_type = typename rows::value_type;
  using width = typename rows::width;
  using layers_type = attn::detail::layers_of_stack<Block, N>;
  ATTN_MEMBERS(stack, (layers_type, layers));

  template <class X, class... More>
  ATTN_ABI constexpr auto operator()(const X& x, const More&... more) const {
    using call = rules::single_rule_call<rules::positive<rules::size<N>>>;
    using run = rules::stack_run_call<call::all::value, layers_type, X, More...>;
    ATTN_REQUIRE(call, rule, "attn::nn::stack(x, …): a stack must have at least one layer");
    ATTN_REQUIRE_RUN(run, "attn::nn::stack(x, …)", "x", "x, options…", "const X& x");
    if constexpr (call::all::value && run::all::value)
      return attn::detail::through(layers, x, more...);
    else
      return x;
  }

  template <axis_like Position>
    requires(rules::has_steps<rules::model<Block>>::value)
  using state_type = attn::detail::states_of<layers_type, Position>;
  template <class State, class X>
  ATTN_ABI constexpr auto step(State& state, const X& x) const {
    return attn::detail::step_of_layers(layers, state, x);
  }
  ATTN_ABI friend constexpr bool operator==(const stack&, const stack&) = default;
};

}  // namespace nn

// The layer with this number.
template <std::size_t Index, class... Layers>
  requires(Index < sizeof...(Layers))
ATTN_ABI constexpr auto& get(nn::sequential<Layers...>& model) {
  return detail::layer_at<Index>(model);
}
template <std::size_t Index, class... Layers>
  requires(Index < sizeof...(Layers))
ATTN_ABI constexpr const auto& get(const nn::sequential<Layers...>& model) {
  return detail::layer_at<Index>(model);
}

}  // namespace attn
ATTN_STRICT_FP_END
