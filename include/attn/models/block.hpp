// SPDX-License-Identifier: BSL-1.0
// Options for one attention among several: a decoder has two, a Transformer three.
//
//   layer(y, memory, self_options(causal<>), cross_options(key_padding(m)))
//
//   source_options(options…)   1: the encoder attends to the source
//   self_options(options…)     2: the decoder attends to itself, with a mask
//   cross_options(options…)    3: the decoder attends to the output of the encoder
//
// The numbers are the numbers of the Transformer's figure. The options are trailing arguments in
// any order, each function at most once. An attention that is omitted has no options. Their
// arguments are the options of scaled_dot_product_attention, which are copied.
//
// Rules, at the call: are_placed_options, one_of_each_kind.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/attention/multi_head_layer.hpp>
#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>
#include <attn/layers/activation.hpp>
#include <attn/layers/cost.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/elements.hpp>
#include <attn/rules/models.hpp>
#include <attn/rules/relations.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

struct source_place {};
struct self_place {};
struct cross_place {};

// The places of a model.
struct decoder_places {
  using places = rules::options<self_place, cross_place>;
};
struct transformer_places {
  using places = rules::options<source_place, self_place, cross_place>;
};

namespace detail {
// Their copies: not a tuple of others', whose functions would be shared by all units (abi.hpp).
template <class... Options>
struct option_copies {
  template <class F, class... Before>
  ATTN_ABI constexpr auto unpack(const F& f, const Before&... before) const {
    return f(before...);
  }
};
template <class First, class... Rest>
struct option_copies<First, Rest...> {
  First first;
  option_copies<Rest...> rest;
  template <class F, class... Before>
  ATTN_ABI constexpr auto unpack(const F& f, const Before&... before) const {
    return rest.unpack(f, before..., first);
  }
};
ATTN_ABI constexpr option_copies<> copies_of() { return {}; }
template <class First, class... Rest>
ATTN_ABI constexpr option_copies<First, Rest...> copies_of(const First& first,
                                                           const Rest&... rest) {
  return {first, copies_of(rest...)};
}
}  // namespace detail

template <class Place, class... Options>
struct placed_options {
  using place = Place;
  detail::option_copies<Options...> options;

  template <class F>
  ATTN_ABI constexpr auto unpack(const F& f) const {
    return options.unpack(f);
  }
};

namespace cost::detail {
template <class Place, class... Options>
struct counted_option<placed_options<Place, Options...>> {
  ATTN_ABI static constexpr auto of(const placed_options<Place, Options...>& placed) {
    return placed.unpack([]<class... O>(const O&... option) {
      return placed_options<Place, std::remove_cvref_t<decltype(option_of_part(option))>...>{
          attn::detail::copies_of(option_of_part(option)...)};
    });
  }
};
}  // namespace cost::detail

namespace detail {
template <class Place, class... Options>
inline constexpr bool is_enumerated<placed_options<Place, Options...>> = true;
}  // namespace detail

template <class... Options>
ATTN_ABI constexpr placed_options<source_place, Options...> source_options(
    const Options&... options) {
  return {detail::copies_of(options...)};
}
template <class... Options>
ATTN_ABI constexpr placed_options<self_place, Options...> self_options(const Options&... options) {
  return {detail::copies_of(options...)};
}
template <class... Options>
ATTN_ABI constexpr placed_options<cross_place, Options...> cross_options(
    const Options&... options) {
  return {detail::copies_of(options...)};
}

namespace detail {

template <class Place, class Option>
concept stands_at = requires { requires std::is_same_v<typename Option::place, Place>; };

// f(options…) with the options of one place, or with none.
template <class Place, class F>
ATTN_ABI constexpr auto with_options(const F& f) {
  return f();
}
template <class Place, class F, class First, class... Rest>
ATTN_ABI constexpr auto with_options(const F& f, const First& first, const Rest&... rest) {
  if constexpr (stands_at<Place, First>)
    return first.unpack(f);
  else
    return with_options<Place>(f, rest...);
}

// The options of one place as they were given, or none of them.
template <class Place>
ATTN_ABI constexpr placed_options<Place> options_at() {
  return {};
}
template <class Place, class First, class... Rest>
ATTN_ABI constexpr auto options_at(const First& first, const Rest&... rest) {
  if constexpr (stands_at<Place, First>)
    return first;
  else
    return options_at<Place>(rest...);
}

template <class Option>
struct place_of_options {
  using type = Option;
};
template <class Option>
  requires requires { typename Option::place; }
struct place_of_options<Option> {
  using type = typename Option::place;
};
template <class... Options>
using places_of_options = rules::options<typename place_of_options<Options>::type...>;

// The options of one place, as types.
template <class Placed>
struct options_inside;
template <class Place, class... Options>
struct options_inside<placed_options<Place, Options...>> {
  using type = rules::options<Options...>;
};
template <class Place, class... Options>
using options_for_place =
    typename options_inside<decltype(options_at<Place>(std::declval<const Options&>()...))>::type;

}  // namespace detail

// The layers of which models are composed: they map rows to rows, and can be stacked.
//
//   nn::stack_layer<B, 1>      a layer of an nn::encoder:  layer(x, options…) has the rows of x
//   nn::stack_layer<B, 2>      a layer of an nn::decoder:  layer(y, memory, options…) has rows of y
//   nn::attention_block<B>     multi-head attention, then a feed-forward layer: the model states
//                              the requirements of such a layer before it calls it
//   nn::transformer_block<B>   an attention block of one sequence, for nn::transformer
//   nn::recurrent_block<B>     a layer that reads token by token as well, for the steps of an
//                              nn::language_model; an attention block of one sequence is one
//
// A user-defined layer has these members, ATTN_MEMBERS for its parameters, and is a template of its
// element type (or has a member template with_element). It asserts its requirements itself:
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

// The order of the norms of a layer: after the sums, or before what is added.
struct post_norm {
  static constexpr bool norm_first = false;
};
struct pre_norm {
  static constexpr bool norm_first = true;
};

// The options of a layer, as one struct in its type:
//
//   nn::encoder_layer<T, width, head, inner, layout, bert_block>
//   struct mine : gpt2_block {                       … of which something is different
//     static constexpr double eps = 1e-6;
//     using bias = without_bias;
//   };
//
//   torch_block   the defaults of torch.nn.TransformerEncoderLayer: post-norm, ReLU, eps 1e-5
//   bert_block    BERT's: post-norm, the exact GELU, eps 1e-12
//   gpt2_block    GPT-2's: pre-norm, the GELU by tanh, eps 1e-5; nanoGPT's bias=False as in `mine`
//   llama_block   Llama 2's and 3's: pre-norm, RMS norms, SwiGLU, eps 1e-5, no biases. The rotary
//                 positions and the grouped heads belong to the attention, not to this struct
//
// A struct of options is derived from one of these. Its members: norm_first. eps and bias, of all
// norms and linear layers. Activation, and the templates of the parts, whose last argument is the
// struct itself. (activation, post_norm) instead of a struct is a torch_block with these two.
struct torch_block : post_norm {
  static constexpr double eps = 1e-5;
  using activation = act::relu;
  using bias = with_bias;
  template <class T, class Width, class Options>
  using norm = nn::layer_norm<T, Width, Options::eps, typename Options::bias>;
  template <class T, class Width, class Inner, class Layout, class Options>
  using network = nn::feed_forward<T, Width, Inner, Layout, typename Options::activation,
                                   typename Options::bias>;
  template <class T, class Width, class Head, class Layout, class Options>
  using attention = nn::multi_head_attention<T, Width, Head, Layout, typename Options::bias>;
};
struct bert_block : torch_block {
  static constexpr double eps = 1e-12;
  using activation = act::gelu_exact;
};
struct gpt2_block : torch_block {
  static constexpr bool norm_first = true;
  using activation = act::gelu_tanh;
};
struct llama_block : torch_block {
  static constexpr bool norm_first = true;
  using activation = act::silu;
  using bias = without_bias;
  template <class T, class Width, class Options>
  using norm = nn::rms_norm<T, Width, Options::eps>;
  template <class T, class Width, class Inner, class Layout, class Options>
  using network = nn::gated_feed_forward<T, Width, Inner, Layout, typename Options::activation>;
};

template <class Options>
concept block_options = std::is_base_of_v<torch_block, Options>;

namespace detail {

// The options of a layer: a struct of them, or an activation and an order of the norms.
template <class Activation, class Order>
struct options_of_block : torch_block {
  using activation = Activation;
  using norm_order = Order;
};
template <block_options Options>
struct options_of_block<Options, void> : Options {
  using norm_order = Options;
};

}  // namespace detail

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
  using width_named = names_its_width<model<Layer>>;
  using sequences_named = names_its_sequences<model<Layer>>;
  using sequences_fit = is_called_with<model<Layer>, size<Sequences>>;
  using converts = names_its_conversion<model<Layer>>;
  using members_listed = lists_its_members<model<Layer>>;
  using one_width = not_asked;
  using one_element = not_asked;
  using all = in_order<element_named, width_named, sequences_named, sequences_fit, converts,
                       members_listed>;
};

// Layers of one type, as a stack calls them: what one returns, the next one is called with. Not
// asked of an attention block, whose own rules say more, and not of nn::sequential.
template <bool Asked, class Layers, class X, class... More>
struct stack_run_call {
  using operands = roles<>;
  using accepted = not_asked;
  using kept = not_asked;
  using all = in_order<>;
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
  using all = in_order<accepted, kept>;
};

}  // namespace rules

namespace nn {

// As many sequences: 1 in an encoder and a language model, 2 in a decoder.
template <class B, std::size_t Sequences>
concept stack_layer = rules::names_its_element<rules::model<B>>::value &&
                      rules::names_its_width<rules::model<B>>::value &&
                      rules::is_called_with<rules::model<B>, rules::size<Sequences>>::value &&
                      rules::names_its_conversion<rules::model<B>>::value &&  // as<T>(model)
                      rules::stack_layer_call<B, Sequences>::all::value;

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

// x through one layer after the other. What else they take is the same for all.
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
using layer_in_stack = std::conditional_t<rules::stack_layer_call<Layer, Sequences>::all::value,
                                          Layer, layer_of_nothing>;

// The width and the elements of a norm after layers. The width and the elements of the layers for
// one without parameters.
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

}  // namespace attn
ATTN_STRICT_FP_END
