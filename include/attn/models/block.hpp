// SPDX-License-Identifier: BSL-1.0
// The layers of which models are composed: they map rows to rows, and can be stacked.
//
//   nn::stack_layer<B, 1>      a layer of an nn::encoder:  layer(x, options…) has the rows of x
//   nn::stack_layer<B, 2>      a layer of an nn::decoder:  layer(y, memory, options…), those of y
//   nn::attention_block<B>     multi-head attention, then a feed-forward layer: the model states
//                              the requirements of such a layer before it calls it
//   nn::transformer_block<B>   an attention block of one sequence, for nn::transformer
//   nn::recurrent_block<B>     a layer that reads token by token as well, for the steps of an
//                              nn::language_model; an attention block of one sequence is one
//
// A user-defined layer has these members, ATTN_MEMBERS for its parameters, and is a template of its
// element type (or has a member template with_element); it asserts its requirements itself:
//
//   using value_type = T;                        the element type of its rows and parameters
//   using width = …;                             the last axis of its rows
//   static constexpr std::size_t sequences = 1;  the number of sequences that it is called with
//   layer(x, options…)                           rows of the type of x
//
// and, to read token by token, what must equal the rows of the call with causal<>:
//
//   template <attn::axis_like Position>
//   using state_type = …;                        what it knows of at most Position::size tokens
//   layer.step(state, x)                         the rows of the tokens x that follow those in the
//                                                state, which then includes them
//
// A layer that treats rows one by one has nothing to remember: its state_type is nn::no_state.
//
// nn::encoder_layer and nn::decoder_layer are attention blocks.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/models.hpp>
#include <attn/scalars/cost_of.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The order of the norms of a layer: after the sums, or before what is added.
struct post_norm {
  static constexpr bool norm_first = false;
};
struct pre_norm {
  static constexpr bool norm_first = true;
};

namespace rules {

template <class B>
  requires scalar<typename B::value_type>
struct names_its_element<model<B>> {
  static constexpr bool value = true;
};
template <class B>
  requires axis_like<typename B::width>
struct names_its_width<model<B>> {
  static constexpr bool value = true;
};
template <class B>
  requires requires { std::integral_constant<std::size_t, B::sequences>(); }
struct names_its_sequences<model<B>> {
  static constexpr bool value = true;
};
template <class B, std::size_t Sequences>
  requires requires { requires B::sequences == Sequences; }
struct is_called_with<model<B>, size<Sequences>> {
  static constexpr bool value = true;
};
template <class B>
  requires(attn::detail::is_leaf<B> || attn::detail::has_members<B> || std::is_empty_v<B>)
struct lists_its_members<model<B>> {
  static constexpr bool value = true;
};

namespace detail {
template <class A, class B>
inline constexpr bool same_rows = std::is_same_v<A, B>;
template <class T, class... A, class... B>
inline constexpr bool same_rows<tensor<T, A...>, tensor<T, B...>> =
    same_axes<axes_of_A<A...>, axes_of_B<B...>>::value;
template <class B, class X, class... More>
concept callable = requires(const B& layer, const X& x, const More&... more) { layer(x, more...); };
template <class B, class X, class... More>
using returned_by = std::remove_cvref_t<decltype(std::declval<const B&>()(
    std::declval<const X&>(), std::declval<const More&>()...))>;
}  // namespace detail
// What a layer has to be in a stack of layers that are called with this number of sequences.
template <class Layer, std::size_t Sequences>
struct stack_layer_call {
  using operands = roles<>;
  using element_named = names_its_element<model<Layer>>;
  using width_named = only_if<element_named::value, names_its_width<model<Layer>>>;
  using sequences_named = only_if<width_named::value, names_its_sequences<model<Layer>>>;
  using sequences_fit =
      only_if<sequences_named::value, is_called_with<model<Layer>, size<Sequences>>>;
  using converts = only_if<sequences_fit::value, names_its_conversion<model<Layer>>>;
  using members_listed = only_if<converts::value, lists_its_members<model<Layer>>>;
  using one_width = not_asked;
  using one_element = not_asked;
  static constexpr bool holds = all_hold<element_named, width_named, sequences_named, sequences_fit,
                                         converts, members_listed>;
};

// Layers of one type, as a stack calls them: what one returns, the next one is called with. Not
// asked of an attention block, whose own rules say more, and not of nn::sequential.
template <bool Asked, class Layers, class X, class... More>
struct stack_run_call {
  using operands = roles<>;
  using accepted = not_asked;
  using kept = not_asked;
  static constexpr bool holds = true;
};
template <class Layer, std::size_t N, class X, class... More>
struct stack_run_call<true, Layer[N], X, More...> {
  template <bool Asked, class L>
  struct rows {
    static constexpr bool kept = true;
  };
  template <class L>
  struct rows<true, L> {
    static constexpr bool kept = detail::same_rows<X, detail::returned_by<L, X, More...>>;
  };
  using operands = roles<>;
  using accepted = accepts<model<Layer>, detail::callable<Layer, X, More...>>;
  using kept = keeps_rows<model<Layer>, rows<accepted::value, Layer>::kept>;
  static constexpr bool holds = all_hold<accepted, kept>;
};

}  // namespace rules

namespace nn {

// As many sequences: 1 in an encoder and a language model, 2 in a decoder.
template <class B, std::size_t Sequences>
concept stack_layer = rules::names_its_element<rules::model<B>>::value &&
                      rules::names_its_width<rules::model<B>>::value &&
                      rules::is_called_with<rules::model<B>, rules::size<Sequences>>::value &&
                      rules::names_its_conversion<rules::model<B>>::value &&  // as<T>(model)
                      rules::stack_layer_call<B, Sequences>::holds;

template <class B>
concept attention_block =
    axis_like<typename B::asked_head> &&  // as given: must divide the width
    axis_like<typename B::head> &&   // as used: asked_head, or one head if that does not divide
    axis_like<typename B::inner> &&  // the inner width of the feed-forward layer
    requires(const B& b) {
      typename B::norm_order;      // post_norm or pre_norm
      typename B::attention_type;  // of self_attn: an nn::multi_head, whose `call` is asked
      b.self_attn;
      b.feed_forward;
      b.norm1;
      b.norm2;
    };

template <class B>
concept transformer_block = stack_layer<B, 1> && attention_block<B>;

// The state of a layer that treats rows one by one: it has to remember nothing.
struct no_state {
  ATTN_ABI friend constexpr bool operator==(no_state, no_state) = default;
};

template <class B>
concept recurrent_block = stack_layer<B, 1> && rules::has_steps<rules::model<B>>::value;

}  // namespace nn

namespace rules {

template <class B>
  requires(requires { typename B::template state_type<dim<1>>; } || nn::attention_block<B>)
struct has_steps<model<B>> {
  static constexpr bool value = true;
};

}  // namespace rules

namespace detail {

// x and what f makes of it: norm(x + f(x)), or x + f(norm(x)).
template <class Order, class X, class Norm, class F>
ATTN_ABI constexpr auto residual(const X& x, const Norm& norm, const F& f) {
  if constexpr (Order::norm_first)
    return x + f(norm(x));
  else
    return norm(x + f(x));
}

// x through one layer after the other; what else they take is the same for all.
template <class Layer, std::size_t N, class X, class... More>
ATTN_ABI constexpr auto through(const Layer (&layers)[N], const X& x, const More&... more) {
  auto y = layers[0](x, more...);
  for (std::size_t i = 1; i < N; ++i) y = layers[i](y, more...);
  return y;
}

// In the place of a layer that lacks a member, which has been reported.
struct layer_of_nothing {
  using value_type = double;
  using width = dim<1>;
};
template <class Layer, std::size_t Sequences>
using layer_in_stack =
    std::conditional_t<rules::stack_layer_call<Layer, Sequences>::holds, Layer, layer_of_nothing>;

// The width and the elements of a norm after layers; those of the layers for one without
// parameters.
template <class Norm, class Layer>
struct final_norm {
  using width = typename Layer::width;
  using value_type = typename Layer::value_type;
};
template <class Norm, class Layer>
  requires requires { typename Norm::weight_type; }
struct final_norm<Norm, Layer> {
  using width = last_axis<typename Norm::weight_type::shape_type>;
  using value_type = typename Norm::weight_type::value_type;
};

}  // namespace detail

namespace cost::detail {

// norm(x + f(x)), or x + f(norm(x)): without f.
template <class Layer, class X>
ATTN_ABI constexpr operation_count residual() {
  return cost_of<typename Layer::norm_type, X>() + add<X>();
}

}  // namespace cost::detail

}  // namespace attn
ATTN_STRICT_FP_END
