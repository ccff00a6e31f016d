// SPDX-License-Identifier: BSL-1.0
// The decoder of a Transformer: self-attention, attention to a memory (what an encoder made of its
// sequence), and a feed-forward layer, each with a residual connection and a norm; and a stack.
//
//   nn::decoder_layer<T, width, head, inner, layout, activation, norm> layer;
//   layer(y, memory, self_options(causal<>), cross_options(…))
//     post_norm: h = norm1(y + self_attn(y)), g = norm2(h + multihead_attn(h, memory, memory)),
//                norm3(g + feed_forward(g))
//     pre_norm:  h = y + self_attn(norm1(y)), g = h + multihead_attn(norm2(h), memory, memory),
//                g + feed_forward(norm3(g))
//   nn::decoder<layer, n[, final_norm]> stack;    stack(y, memory, …): layer after layer
//
// (target, width) x (source, width) -> (target, width); a leading axis (a batch) goes along.
// Nothing is masked unless it is said: a decoder that generates says self_options(causal<>). Names
// are PyTorch's: "layers.0.multihead_attn.q_proj.weight". Without dropout: as in PyTorch's eval().
//
// Rules: is_norm_order; divides, the heads; are_placed_options, one_of_each_kind; is_sequence,
// same_element, same_size, same_name, of y and memory and the width; same_axes of the leading ones;
// distinct_axes of y and memory, the heads and the inner width; those of options, masks and biases;
// positive, for n; same_axis of the final norm and the layers.
// Accuracy: bit for bit the composition of its parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>
#include <attn/models/options.hpp>
#include <attn/rules/broken.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Both sequences, each on its own; and both of one batch.
template <class Layer, class Y, class Memory>
inline constexpr bool takes_each =
    takes_sequence<typename Layer::value_type, typename Layer::width, Y>() &&
    takes_sequence<typename Layer::value_type, typename Layer::width, Memory>();
template <class Layer, class Y, class Memory>
consteval bool takes_both() {
  if constexpr (takes_each<Layer, Y, Memory>)
    return rules::same_axes<
        rules::role_of<rules::axes_of_Q, leading_axes<typename Y::shape_type>>,
        rules::role_of<rules::axes_of_K, leading_axes<typename Memory::shape_type>>>::value;
  else
    return false;
}

// The rule that the options of its attentions break, if a layer takes the sequences at all.
template <class Layer, class Y, class Memory, class... Options>
consteval rules::broken broken_in_decoder() {
  using places = rules::options<self_place, cross_place>;
  if constexpr (takes_each<Layer, Y, Memory> && !takes_both<Layer, Y, Memory>()) {
    return rules::broken::same_batch;
  } else if constexpr (!has_room<Layer, Y>() || !has_room<Layer, Memory>()) {
    return rules::broken::distinct_axes;
  } else if constexpr (broken_by_places<places, Options...>() != rules::broken::no_rule) {
    return broken_by_places<places, Options...>();
  } else {
    using attention = typename Layer::attention_type;
    using of_y = typename Y::shape_type;
    constexpr bool fit = takes_both<Layer, Y, Memory>();
    return first_of(broken_in_heads<fit, attention, of_y, of_y>(
                        static_cast<options_for_place<self_place, Options...>*>(nullptr)),
                    broken_in_heads<fit, attention, of_y, typename Memory::shape_type>(
                        static_cast<options_for_place<cross_place, Options...>*>(nullptr)));
  }
}

}  // namespace detail

namespace rules {

// Asserted for every call of a layer or a stack of them, in three parts, as for an encoder.
template <class Order, class Head, class Width>
consteval bool decoder_is_sound() {
  static_assert(is_norm_order<option<Order>>::value,
                "attn::nn::decoder[_layer]: say where the norms stand: post_norm, behind the sums "
                "(PyTorch's default), or pre_norm");
  static_assert(divides<any_axis<Head>, any_axis<Width>>::value,
                "attn::nn::decoder[_layer]: the number of heads must divide the width");
  return is_norm_order<option<Order>>::value && divides<any_axis<Head>, any_axis<Width>>::value;
}
template <class T, class Width, class Y>
consteval bool decoder_takes() {
  namespace d = attn::detail;
  using axes = role_of<axes_of, typename Y::shape_type>;
  using element = element_of_A<typename Y::value_type>;
  using wide = width_of_X<decltype(d::width_in<typename Y::shape_type>())>;
  constexpr bool sequence = is_sequence<axes>::value;
  static_assert(
      is_sequence<in_brief<axes>>::value,
      "attn::nn::decoder[_layer](y, memory): y must be (token, width), or a batch of them");
  static_assert(same_element<element, element_of_B<T>>::value,
                "attn::nn::decoder[_layer](y, memory): y must have the element type of the layer; "
                "as<T>(y)");
  static_assert(
      !sequence || same_size<wide, input_of_W<Width>>::value,
      ATTN_MESSAGE("attn::nn::decoder[_layer](y, memory): y must be as wide as the layer", axes));
  static_assert(
      !sequence || same_name<wide, input_of_W<Width>>::value,
      ATTN_MESSAGE("attn::nn::decoder[_layer](y, memory): the last axis of y and the layer's "
                   "width have different names",
                   axes));
  return d::takes_sequence<T, Width, Y>();
}
template <class T, class Width, class Memory>
consteval bool decoder_takes_memory() {
  namespace d = attn::detail;
  using axes = role_of<axes_of, typename Memory::shape_type>;
  using element = element_of_A<typename Memory::value_type>;
  using wide = width_of_X<decltype(d::width_in<typename Memory::shape_type>())>;
  constexpr bool sequence = is_sequence<axes>::value;
  static_assert(
      is_sequence<in_brief<axes>>::value,
      "attn::nn::decoder[_layer](y, memory): memory must be (token, width), or a batch of "
      "them");
  static_assert(same_element<element, element_of_B<T>>::value,
                "attn::nn::decoder[_layer](y, memory): memory must have the element type of the "
                "layer; as<T>(memory)");
  static_assert(
      !sequence || same_size<wide, input_of_W<Width>>::value,
      ATTN_MESSAGE("attn::nn::decoder[_layer](y, memory): the memory must be as wide as the "
                   "layer",
                   axes));
  static_assert(
      !sequence || same_name<wide, input_of_W<Width>>::value,
      ATTN_MESSAGE("attn::nn::decoder[_layer](y, memory): the last axis of memory has another name "
                   "than the width",
                   axes));
  return d::takes_sequence<T, Width, Memory>();
}
template <broken Rule>
consteval bool decoder_options_are_sound() {
  static_assert(
      Rule != broken::same_batch,
      "attn::nn::decoder[_layer](y, memory): the leading axes (batch) must agree, in front "
      "of token and width");
  static_assert(Rule != broken::distinct_axes,
                "attn::nn::decoder[_layer](y, memory): an axis of y or memory has the name of the "
                "heads or of the inner width");
  static_assert(Rule != broken::are_placed_options,
                "attn::nn::decoder[_layer](y, memory, …): say for which attention: "
                "self_options(causal<>), cross_options(…)");
  static_assert(
      Rule != broken::once_each,
      "attn::nn::decoder[_layer](y, memory, …): self_options and cross_options once each");
  static_assert(Rule != broken::are_options,
                "attn::nn::decoder[_layer](y, memory, …): in self_options or cross_options stands "
                "what is no option; a mask is keep_where(m)");
  static_assert(
      Rule != broken::one_of_each_kind,
      "attn::nn::decoder[_layer](y, memory, …): two options of one kind for one attention; "
      "masks are combined with &");
  static_assert(Rule != broken::scores_fit,
                "attn::nn::decoder[_layer](y, memory, …): a score or a bias of yours must have the "
                "axes of its attention's scores, and their element type");
  static_assert(Rule != broken::aligned_mask,
                "attn::nn::decoder[_layer](y, memory, …): causal<> in cross_options is for as many "
                "keys as queries; else say from where: causal<top_left>, causal<bottom_right>");
  static_assert(Rule != broken::mask_fits,
                "attn::nn::decoder[_layer](y, memory, …): a mask must have the axes of the scores: "
                "self_options (target, key_target), cross_options (target, source); key_padding(m) "
                "the last");
  static_assert(Rule != broken::rows_are_settled,
                "attn::nn::decoder[_layer](y, memory, …): a mask leaves a query without any key; "
                "say what its weights are: fully_masked<zero_rows>, fully_masked<nan_rows>");
  return Rule == broken::no_rule;
}

}  // namespace rules

namespace nn {

template <scalar T, axis_like Width, axis_like Head, axis_like Inner, class Layout,
          class Activation, class Norm = void>
struct decoder_layer {
  using value_type = T;
  using width = Width;
  using head = attn::detail::dividing<Head, Width>;
  using asked_head = Head;
  using inner = Inner;
  using norm_order = Norm;
  using attention_type = multi_head_attention<T, Width, head, Layout>;
  using network_type = attn::nn::feed_forward<T, Width, Inner, Layout, Activation>;
  using norm_type = layer_norm<T, Width>;
  ATTN_MEMBERS(decoder_layer, (attention_type, self_attn), (attention_type, multihead_attn),
               (network_type, feed_forward), (norm_type, norm1), (norm_type, norm2),
               (norm_type, norm3));

  template <scalar U>
  using with_element = decoder_layer<U, Width, Head, Inner, Layout, Activation, Norm>;

  template <attn::detail::sequence_tensor Y, attn::detail::sequence_tensor Memory, class... Options>
  ATTN_ABI constexpr auto operator()(const Y& y, const Memory& memory,
                                     const Options&... options) const {
    if constexpr (rules::decoder_is_sound<Norm, Head, Width>() &&
                  rules::decoder_takes<T, Width, Y>() &&
                  rules::decoder_takes_memory<T, Width, Memory>() &&
                  rules::decoder_options_are_sound<
                      attn::detail::broken_in_decoder<decoder_layer, Y, Memory, Options...>()>()) {
      using attn::detail::residual;
      using attn::detail::with_options;
      const auto h = residual<Norm>(y, norm1, [&](const auto& rows) {
        return with_options<self_place>(
            [&](const auto&... mine) { return self_attn(rows, mine...); }, options...);
      });
      const auto g = residual<Norm>(h, norm2, [&](const auto& rows) {
        return with_options<cross_place>(
            [&](const auto&... mine) { return multihead_attn(rows, memory, memory, mine...); },
            options...);
      });
      return residual<Norm>(g, norm3, feed_forward);
    } else {
      return y;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const decoder_layer&, const decoder_layer&) = default;
};

template <class Layer, std::size_t N, class Norm = identity>
struct decoder {
  using value_type = typename Layer::value_type;
  using width = typename Layer::width;
  using layers_type = Layer[N == 0 ? 1 : N];
  ATTN_MEMBERS(decoder, (layers_type, layers), (Norm, norm));

  template <scalar U>
  using with_element =
      decoder<typename Layer::template with_element<U>, N, typename Norm::template with_element<U>>;

  template <attn::detail::sequence_tensor Y, attn::detail::sequence_tensor Memory, class... Options>
  ATTN_ABI constexpr auto operator()(const Y& y, const Memory& memory,
                                     const Options&... options) const {
    using of_norm = rules::axis_of_A<typename attn::detail::norm_behind<Norm, Layer>::width>;
    static_assert(rules::positive<rules::size<N>>::value,
                  "attn::nn::decoder: a stack has a layer or more");
    static_assert(rules::same_axis<of_norm, rules::axis_of_B<width>>::value,
                  "attn::nn::decoder: the final norm must be as wide as the layers");
    if constexpr (rules::decoder_is_sound<typename Layer::norm_order, typename Layer::asked_head,
                                          width>() &&
                  rules::decoder_takes<value_type, width, Y>() &&
                  rules::decoder_takes_memory<value_type, width, Memory>() &&
                  rules::decoder_options_are_sound<
                      attn::detail::broken_in_decoder<Layer, Y, Memory, Options...>()>() &&
                  rules::same_axis<of_norm, rules::axis_of_B<width>>::value)
      return norm(attn::detail::through(layers, y, memory, options...));
    else
      return y;
  }
  ATTN_ABI friend constexpr bool operator==(const decoder&, const decoder&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
