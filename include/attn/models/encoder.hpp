// SPDX-License-Identifier: BSL-1.0
// The encoder of a Transformer: self-attention, then a feed-forward layer, each with a residual
// connection and a norm; and a stack of such layers.
//
//   nn::encoder_layer<T, width, head, inner, layout, activation, norm> layer;
//   layer(x, options…)    post_norm: h = norm1(x + self_attn(x)), norm2(h + feed_forward(h))
//                         pre_norm:  h = x + self_attn(norm1(x)), h + feed_forward(norm2(h))
//   nn::encoder<layer, n> stack;           stack(x, options…): layer after layer
//   nn::encoder<layer, n, final_norm>      … and a norm behind them, as pre_norm needs
//
// (token, width) -> (token, width); a leading axis (a batch) goes along. The options are those of
// the self-attention, of every layer: a mask, above all. Post-norm is that of the article of 2017
// and PyTorch's default; here there is none. Parameters are named "layers.0.norm1.bias",
// "layers.0.self_attn.q_proj.weight", "norm.weight". Without dropout: as in PyTorch's eval().
//
// Rules: is_norm_order; divides, the heads; is_sequence, same_element, same_size, same_name of x
// and the width; distinct_axes of x, the heads and the inner width; those of options, masks and
// biases; positive, for n; same_axis of the final norm and the layers.
// Accuracy: bit for bit the composition of its parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/identity.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/rules/broken.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// Where the norms of a layer stand: behind the sums, or in front of what is added.
struct post_norm {
  static constexpr bool norm_first = false;
};
struct pre_norm {
  static constexpr bool norm_first = true;
};

namespace detail {

// x and what f makes of it: norm(x + f(x)), or x + f(norm(x)).
template <class Order, class X, class Norm, class F>
ATTN_ABI constexpr auto residual(const X& x, const Norm& norm, const F& f) {
  if constexpr (Order::norm_first)
    return x + f(norm(x));
  else
    return norm(x + f(x));
}

// Does a model of T, with rows as wide as Width, take the sequence?
template <class T, class Width, class X>
consteval bool takes_sequence() {
  using of_x = typename X::shape_type;
  if constexpr (of_x::rank != 2 && of_x::rank != 3)
    return false;
  else
    return std::is_same_v<T, typename X::value_type> &&
           rules::same_axis<rules::width_of_X<last_axis<of_x>>, rules::input_of_W<Width>>::value;
}

// x through one layer after the other; what else they take is the same for all.
template <class Layer, std::size_t N, class X, class... More>
ATTN_ABI constexpr auto through(const Layer (&layers)[N], const X& x, const More&... more) {
  auto y = layers[0](x, more...);
  for (std::size_t i = 1; i < N; ++i) y = layers[i](y, more...);
  return y;
}

// Heads that divide the width; the others have been reported.
template <class Head, class Width>
using dividing =
    std::conditional_t<rules::divides<rules::any_axis<Head>, rules::any_axis<Width>>::value, Head,
                       dim<1>>;

// The axis of a norm's parameters.
template <class Norm>
using width_of_norm = last_axis<typename Norm::weight_type::shape_type>;

// The width and the elements of a norm; those of the layer for one without parameters.
template <class Norm, class Layer>
struct norm_behind {
  using width = typename Layer::width;
  using value_type = typename Layer::value_type;
};
template <class Norm, class Layer>
  requires requires { typename Norm::weight_type; }
struct norm_behind<Norm, Layer> {
  using width = width_of_norm<Norm>;
  using value_type = typename Norm::weight_type::value_type;
};

// No axis of the sequence has the name of one that a layer will put beside it.
template <class Layer, class X>
inline constexpr bool has_room_in =
    has_room_for_heads<X, typename Layer::head, typename Layer::attention_type::joined_k> &&
    rules::distinct_axes<
        rules::role_of<rules::result_axes, with_last_axis<X, typename Layer::inner>>>::value;

template <class Layer, class X>
consteval bool has_room() {
  if constexpr (takes_sequence<typename Layer::value_type, typename Layer::width, X>())
    return has_room_in<Layer, typename X::shape_type>;
  else
    return true;
}

// The rule that the options of the self-attention break, if the layer takes the sequence at all.
template <class Layer, class X, class... Options>
consteval rules::broken broken_in_self() {
  if constexpr (!has_room<Layer, X>())
    return rules::broken::distinct_axes;
  else
    return broken_in_heads<takes_sequence<typename Layer::value_type, typename Layer::width, X>(),
                           typename Layer::attention_type, typename X::shape_type,
                           typename X::shape_type>(
        static_cast<rules::options<Options...>*>(nullptr));
}

}  // namespace detail

namespace rules {

// The rule that the layers of a whole model break, or the norm behind them.
template <class Layer, std::size_t N, class Behind>
consteval broken broken_by_parts() {
  if constexpr (N == 0)
    return broken::positive;
  else if constexpr (!is_norm_order<option<typename Layer::norm_order>>::value)
    return broken::is_norm_order;
  else if constexpr (!divides<any_axis<typename Layer::asked_head>,
                              any_axis<typename Layer::width>>::value)
    return broken::divides;
  else if constexpr (!same_axis<axis_of_A<typename Behind::width>,
                                axis_of_B<typename Layer::width>>::value ||
                     !same_element<element_of_A<typename Behind::value_type>,
                                   element_of_B<typename Layer::value_type>>::value)
    return broken::norm_fits;
  else
    return broken::no_rule;
}

// Asserted for every call of a layer or a stack of them, in three parts, so that what a compiler
// prints of each is short; all true if the call can be made.
template <class Order, class Head, class Width>
consteval bool encoder_is_sound() {
  static_assert(is_norm_order<option<Order>>::value,
                "attn::nn::encoder[_layer]: say where the norms stand: post_norm, behind the sums "
                "(PyTorch's default), or pre_norm");
  static_assert(divides<any_axis<Head>, any_axis<Width>>::value,
                "attn::nn::encoder[_layer]: the number of heads must divide the width");
  return is_norm_order<option<Order>>::value && divides<any_axis<Head>, any_axis<Width>>::value;
}
template <class T, class Width, class X>
consteval bool encoder_takes() {
  namespace d = attn::detail;
  using of_x = typename X::shape_type;
  using axes = role_of<axes_of, of_x>;
  using element = element_of_A<typename X::value_type>;
  using wide = width_of_X<decltype(d::width_in<of_x>())>;
  constexpr bool sequence = is_sequence<axes>::value;
  static_assert(is_sequence<in_brief<axes>>::value,
                "attn::nn::encoder[_layer]: x must be (token, width), or a batch of them");
  static_assert(same_element<element, element_of_B<T>>::value,
                "attn::nn::encoder[_layer]: x must have the element type of the layer; as<T>(x)");
  static_assert(!sequence || same_size<wide, input_of_W<Width>>::value,
                ATTN_MESSAGE("attn::nn::encoder[_layer]: the last axis of x must be as wide as the "
                             "layer",
                             axes));
  static_assert(
      !sequence || same_name<wide, input_of_W<Width>>::value,
      ATTN_MESSAGE("attn::nn::encoder[_layer]: the last axis of x and the layer's width have "
                   "different names",
                   axes));
  return d::takes_sequence<T, Width, X>();
}
template <broken Rule>
consteval bool encoder_options_are_sound() {
  static_assert(Rule != broken::distinct_axes,
                "attn::nn::encoder[_layer](x): an axis of x has the name of the heads or of the "
                "inner width");
  static_assert(Rule != broken::are_options,
                "attn::nn::encoder[_layer](x, options…): a trailing argument is not an option; a "
                "mask is keep_where(m)");
  static_assert(Rule != broken::one_of_each_kind,
                "attn::nn::encoder[_layer](x, options…): two options of one kind; masks are "
                "combined with &");
  static_assert(Rule != broken::scores_fit,
                "attn::nn::encoder[_layer](x, options…): a score or a bias of yours must have the "
                "axes of the scores, (…, head, token, key_token), and their element type");
  static_assert(Rule != broken::mask_fits,
                "attn::nn::encoder[_layer](x, options…): a mask must have the axes of the scores, "
                "(…, token, key_token); one of tokens alone is key_padding(mask)");
  static_assert(Rule != broken::rows_are_settled,
                "attn::nn::encoder[_layer](x, options…): the mask leaves a token without any key; "
                "say what its weights are: fully_masked<zero_rows>, fully_masked<nan_rows>");
  return Rule == broken::no_rule;
}

}  // namespace rules

namespace nn {

// A type of encoder layers: what the whole models are built of.
template <class Layer>
inline constexpr bool is_encoder_layer = false;

template <scalar T, axis_like Width, axis_like Head, axis_like Inner, class Layout,
          class Activation, class Norm = void>
struct encoder_layer {
  using value_type = T;
  using width = Width;
  using head = attn::detail::dividing<Head, Width>;
  using asked_head = Head;
  using inner = Inner;
  using norm_order = Norm;
  using attention_type = multi_head_attention<T, Width, head, Layout>;
  using network_type = attn::nn::feed_forward<T, Width, Inner, Layout, Activation>;
  using norm_type = layer_norm<T, Width>;
  ATTN_MEMBERS(encoder_layer, (attention_type, self_attn), (network_type, feed_forward),
               (norm_type, norm1), (norm_type, norm2));

  template <scalar U>
  using with_element = encoder_layer<U, Width, Head, Inner, Layout, Activation, Norm>;

  template <attn::detail::sequence_tensor X, class... Options>
  ATTN_ABI constexpr auto operator()(const X& x, const Options&... options) const {
    if constexpr (rules::encoder_is_sound<Norm, Head, Width>() &&
                  rules::encoder_takes<T, Width, X>() &&
                  rules::encoder_options_are_sound<
                      attn::detail::broken_in_self<encoder_layer, X, Options...>()>()) {
      const auto h = attn::detail::residual<Norm>(
          x, norm1, [&](const auto& rows) { return self_attn(rows, options...); });
      return attn::detail::residual<Norm>(h, norm2, feed_forward);
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const encoder_layer&, const encoder_layer&) = default;
};

template <scalar T, class Width, class Head, class Inner, class Layout, class Activation,
          class Norm>
inline constexpr bool
    is_encoder_layer<encoder_layer<T, Width, Head, Inner, Layout, Activation, Norm>> = true;
template <class Layer>
concept transformer_block = is_encoder_layer<Layer>;

template <class Layer, std::size_t N, class Norm = identity>
struct encoder {
  using value_type = typename Layer::value_type;
  using width = typename Layer::width;
  using layers_type = Layer[N == 0 ? 1 : N];
  ATTN_MEMBERS(encoder, (layers_type, layers), (Norm, norm));

  template <scalar U>
  using with_element =
      encoder<typename Layer::template with_element<U>, N, typename Norm::template with_element<U>>;

  template <attn::detail::sequence_tensor X, class... Options>
  ATTN_ABI constexpr auto operator()(const X& x, const Options&... options) const {
    using of_norm = rules::axis_of_A<typename attn::detail::norm_behind<Norm, Layer>::width>;
    static_assert(rules::positive<rules::size<N>>::value,
                  "attn::nn::encoder: a stack has a layer or more");
    static_assert(rules::same_axis<of_norm, rules::axis_of_B<width>>::value,
                  "attn::nn::encoder: the final norm must be as wide as the layers");
    if constexpr (rules::encoder_is_sound<typename Layer::norm_order, typename Layer::asked_head,
                                          width>() &&
                  rules::encoder_takes<value_type, width, X>() &&
                  rules::encoder_options_are_sound<
                      attn::detail::broken_in_self<Layer, X, Options...>()>() &&
                  rules::same_axis<of_norm, rules::axis_of_B<width>>::value)
      return norm(attn::detail::through(layers, x, options...));
    else
      return x;
  }
  ATTN_ABI friend constexpr bool operator==(const encoder&, const encoder&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
