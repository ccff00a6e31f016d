// SPDX-License-Identifier: BSL-1.0
// What nn::sequential and the stacks of layers are made of (models/stack.hpp): which layers have
// parameters, what they are together in another stack, and what each of them has to be.
#pragma once

#include <boost/hana/fwd/pair.hpp>
#include <boost/hana/fwd/string.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/layers/parameters.hpp>
#include <attn/models/block.hpp>
#include <attn/models/detail/require.hpp>
#include <attn/models/detail/steps.hpp>
#include <attn/rules/call.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return boost::hana::make_pair(boost::hana::string<name.text[I]...>{},
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
  requires requires { requires rules::stack_layer_call<Stack, First::sequences>::holds; }
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
  template <std::size_t... I>
  ATTN_ABI static auto all(std::index_sequence<I...>) ->
      typename appended<std::enable_if_t<(I + 1 > 0), nn::sequential<Layers...>>...>::type;
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

  static constexpr bool known = all_hold<element_named, width_named, sequences_named, sequences_fit,
                                         converts, members_listed>;
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
  using one_width = each_of<not_asked, typename with_first<known, Rest>::one_width...>;
  using one_element = each_of<not_asked, typename with_first<known, Rest>::one_element...>;
  static constexpr bool holds = known && all_hold<one_width, one_element>;
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

// Layer number I of a sequence, as it is called: with all that there is, or x alone. Of x alone
// only the operator is asked, so that what is wrong inside is reported by the call.
template <bool GivesMore, std::size_t I, class Layer, class X, class... More>
struct sequence_step_call {
  using operands = roles<>;
  using accepted = accepts<positions<I>, attn::detail::can_be_called<Layer>>;
};
template <std::size_t I, class Layer, class X, class First, class... More>
struct sequence_step_call<true, I, Layer, X, First, More...> {
  using operands = roles<>;
  using accepted = accepts<positions<I>, detail::callable<Layer, X, First, More...>>;
};

// A layer of which steps are asked; of a sequence, the first one without.
template <bool Asked, class Layer>
struct stack_steps_call {
  using operands = roles<>;
  using has_step = not_asked;
};
template <class Layer>
struct stack_steps_call<true, Layer> {
  using operands = roles<>;
  using has_step = has_steps<model<Layer>>;
};
template <class... Layers>
struct stack_steps_call<true, nn::sequential<Layers...>> {
  using operands = roles<>;
  using has_step = each_of<has_steps<model<Layers>>...>;
};

}  // namespace rules

}  // namespace attn
ATTN_STRICT_FP_END
