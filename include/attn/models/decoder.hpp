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
// those of the parts; positive, for n; same_axis of the final norm and the layers.
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
#include <attn/rules/says.hpp>

namespace attn {

namespace rules {

// Asserted for every call of such a layer; true if it can be made.
template <class T, class Width, class Y, class Memory, class... Options>
consteval bool decoder_call_is_sound() {
  namespace d = attn::detail;
  using of_y = typename Y::shape_type;
  using of_memory = typename Memory::shape_type;
  using element = element_of_B<T>;
  using width = input_of_W<Width>;
  using places = options<self_place, cross_place>;
  constexpr bool sequences =
      is_sequence<role_of<axes_of, of_y>> && is_sequence<role_of<axes_of, of_memory>>;
  static_assert(is_sequence<role_of<axes_of, of_y>> && is_sequence<role_of<axes_of, of_memory>>,
                "attn::nn::decoder_layer(y, memory): each must be (token, width), or a batch of "
                "them");
  static_assert(same_element<element_of_A<typename Y::value_type>, element> &&
                    same_element<element_of_A<typename Memory::value_type>, element>,
                "attn::nn::decoder_layer(y, memory): both must have the element type of the layer; "
                "as<T>(y)");
  static_assert(are_placed_options<options<Options...>, places>,
                "attn::nn::decoder_layer(y, memory, …): say for which attention: "
                "self_options(causal<>), cross_options(…)");
  static_assert(one_of_each_kind<d::places_of_options<Options...>>,
                "attn::nn::decoder_layer(y, memory, …): self_options and cross_options once each");
  if constexpr (sequences) {
    using width_of_y = width_of_X<last_axis<of_y>>;
    using width_of_memory = width_of_X<last_axis<of_memory>>;
    static_assert(same_size<width_of_y, width>,
                  ATTN_SAYS("attn::nn::decoder_layer(y, memory): y must be as wide as the layer",
                            role_of<axes_of_A, of_y>, role_of<axes_of_B, of_memory>));
    static_assert(
        same_name<width_of_y, width>,
        ATTN_SAYS("attn::nn::decoder_layer(y, memory): the last axis of y and the layer's "
                  "width have different names",
                  role_of<axes_of_A, of_y>, role_of<axes_of_B, of_memory>));
    static_assert(same_size<width_of_memory, width>,
                  ATTN_SAYS("attn::nn::decoder_layer(y, memory): the memory must be as wide as the "
                            "layer",
                            role_of<axes_of_A, of_y>, role_of<axes_of_B, of_memory>));
    static_assert(same_name<width_of_memory, width>,
                  ATTN_SAYS("attn::nn::decoder_layer(y, memory): the last axis of the memory and "
                            "the layer's width have different names",
                            role_of<axes_of_A, of_y>, role_of<axes_of_B, of_memory>));
    using leading_of_y = role_of<axes_of_Q, leading_axes<of_y>>;
    using leading_of_memory = role_of<axes_of_K, leading_axes<of_memory>>;
    static_assert(same_axes<leading_of_y, leading_of_memory>,
                  ATTN_SAYS("attn::nn::decoder_layer(y, memory): the leading axes (batch) must "
                            "agree, in front of token and width",
                            role_of<axes_of_A, of_y>, role_of<axes_of_B, of_memory>));
    return same_axes<leading_of_y, leading_of_memory> && d::takes_sequence<T, Width, Y>() &&
           d::takes_sequence<T, Width, Memory>() &&
           are_placed_options<options<Options...>, places> &&
           one_of_each_kind<d::places_of_options<Options...>>;
  }
  return false;
}

}  // namespace rules

namespace nn {

template <scalar T, axis_like Width, axis_like Head, axis_like Inner, class Layout,
          class Activation, class Norm = void>
struct decoder_layer {
  using value_type = T;
  using width = Width;
  using attention_type =
      multi_head_attention<T, Width, attn::detail::dividing<Head, Width>, Layout>;
  using network_type = attn::nn::feed_forward<T, Width, Inner, Layout, Activation>;
  using norm_type = layer_norm<T, Width>;
  BOOST_HANA_DEFINE_STRUCT(decoder_layer, (attention_type, self_attn),
                           (attention_type, multihead_attn), (network_type, feed_forward),
                           (norm_type, norm1), (norm_type, norm2), (norm_type, norm3));

  template <scalar U>
  using with_element = decoder_layer<U, Width, Head, Inner, Layout, Activation, Norm>;

  template <attn::detail::sequence_tensor Y, attn::detail::sequence_tensor Memory, class... Options>
  constexpr auto operator()(const Y& y, const Memory& memory, const Options&... options) const {
    static_assert(rules::is_norm_order<rules::option<Norm>>,
                  "attn::nn::decoder_layer: say where the norms stand: post_norm, behind the sums "
                  "(PyTorch's default), or pre_norm");
    static_assert(rules::divides<rules::any_axis<Head>, rules::any_axis<Width>>,
                  "attn::nn::decoder_layer: the number of heads must divide the width");
    constexpr bool sound = rules::decoder_call_is_sound<T, Width, Y, Memory, Options...>();
    if constexpr (sound && rules::is_norm_order<rules::option<Norm>> &&
                  rules::divides<rules::any_axis<Head>, rules::any_axis<Width>>) {
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
  friend constexpr bool operator==(const decoder_layer&, const decoder_layer&) = default;
};

template <class Layer, std::size_t N, class Norm = void>
struct decoder {
  using value_type = typename Layer::value_type;
  using width = typename Layer::width;
  using layers_type = Layer[N == 0 ? 1 : N];
  BOOST_HANA_DEFINE_STRUCT(decoder, (layers_type, layers), (Norm, norm));

  template <scalar U>
  using with_element =
      decoder<typename Layer::template with_element<U>, N, typename Norm::template with_element<U>>;

  template <attn::detail::sequence_tensor Y, attn::detail::sequence_tensor Memory, class... Options>
  constexpr auto operator()(const Y& y, const Memory& memory, const Options&... options) const {
    static_assert(rules::positive<rules::size<N>>,
                  "attn::nn::decoder: a stack has a layer or more");
    using of_norm = rules::axis_of_A<attn::detail::width_of_norm<Norm>>;
    using of_layers = rules::axis_of_B<width>;
    static_assert(rules::same_axis<of_norm, of_layers>,
                  "attn::nn::decoder: the final norm must be as wide as the layers");
    if constexpr (rules::same_axis<of_norm, of_layers>)
      return norm(attn::detail::through(layers, y, memory, options...));
    else
      return y;
  }
  friend constexpr bool operator==(const decoder&, const decoder&) = default;
};

template <class Layer, std::size_t N>
struct decoder<Layer, N, void> {
  using value_type = typename Layer::value_type;
  using width = typename Layer::width;
  using layers_type = Layer[N == 0 ? 1 : N];
  BOOST_HANA_DEFINE_STRUCT(decoder, (layers_type, layers));

  template <scalar U>
  using with_element = decoder<typename Layer::template with_element<U>, N>;

  template <attn::detail::sequence_tensor Y, attn::detail::sequence_tensor Memory, class... Options>
  constexpr auto operator()(const Y& y, const Memory& memory, const Options&... options) const {
    static_assert(rules::positive<rules::size<N>>,
                  "attn::nn::decoder: a stack has a layer or more");
    return attn::detail::through(layers, y, memory, options...);
  }
  friend constexpr bool operator==(const decoder&, const decoder&) = default;
};

}  // namespace nn

}  // namespace attn
