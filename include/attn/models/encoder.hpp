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
// and the width; those of the parts; positive, for n; same_axis of the final norm and the layers.
// Accuracy: bit for bit the composition of its parts.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/rules/says.hpp>

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
constexpr auto residual(const X& x, const Norm& norm, const F& f) {
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
           rules::same_axis<rules::width_of_X<last_axis<of_x>>, rules::input_of_W<Width>>;
}

// x through one layer after the other; what else they take is the same for all.
template <class Layer, std::size_t N, class X, class... More>
constexpr auto through(const Layer (&layers)[N], const X& x, const More&... more) {
  auto y = layers[0](x, more...);
  for (std::size_t i = 1; i < N; ++i) y = layers[i](y, more...);
  return y;
}

// Heads that divide the width; the others have been reported.
template <class Head, class Width>
using dividing =
    std::conditional_t<rules::divides<rules::any_axis<Head>, rules::any_axis<Width>>, Head, dim<1>>;

// The axis of a norm's parameters.
template <class Norm>
using width_of_norm = last_axis<typename Norm::weight_type::shape_type>;

}  // namespace detail

namespace nn {

template <scalar T, axis_like Width, axis_like Head, axis_like Inner, class Layout,
          class Activation, class Norm = void>
struct encoder_layer {
  using value_type = T;
  using width = Width;
  using attention_type =
      multi_head_attention<T, Width, attn::detail::dividing<Head, Width>, Layout>;
  using network_type = attn::nn::feed_forward<T, Width, Inner, Layout, Activation>;
  using norm_type = layer_norm<T, Width>;
  BOOST_HANA_DEFINE_STRUCT(encoder_layer, (attention_type, self_attn), (network_type, feed_forward),
                           (norm_type, norm1), (norm_type, norm2));

  template <scalar U>
  using with_element = encoder_layer<U, Width, Head, Inner, Layout, Activation, Norm>;

  template <attn::detail::sequence_tensor X, class... Options>
  constexpr auto operator()(const X& x, const Options&... options) const {
    static_assert(rules::is_norm_order<rules::option<Norm>>,
                  "attn::nn::encoder_layer: say where the norms stand: post_norm, behind the sums "
                  "(PyTorch's default), or pre_norm");
    static_assert(rules::divides<rules::any_axis<Head>, rules::any_axis<Width>>,
                  "attn::nn::encoder_layer: the number of heads must divide the width");
    using of_x = typename X::shape_type;
    using axes = rules::role_of<rules::axes_of, of_x>;
    using element = rules::element_of_A<typename X::value_type>;
    using wide = rules::width_of_X<decltype(attn::detail::width_in<of_x>())>;
    constexpr bool sequence = rules::is_sequence<axes>;
    static_assert(rules::is_sequence<axes>,
                  "attn::nn::encoder_layer: x must be (token, width), or a batch of them");
    static_assert(rules::same_element<element, rules::element_of_B<T>>,
                  "attn::nn::encoder_layer: x must have the element type of the layer; as<T>(x)");
    static_assert(!sequence || rules::same_size<wide, rules::input_of_W<Width>>,
                  ATTN_SAYS("attn::nn::encoder_layer: the last axis of x must be as wide as the "
                            "layer",
                            axes));
    static_assert(
        !sequence || rules::same_name<wide, rules::input_of_W<Width>>,
        ATTN_SAYS("attn::nn::encoder_layer: the last axis of x and the layer's width have "
                  "different names",
                  axes));
    if constexpr (attn::detail::takes_sequence<T, Width, X>() &&
                  rules::is_norm_order<rules::option<Norm>> &&
                  rules::divides<rules::any_axis<Head>, rules::any_axis<Width>>) {
      const auto h = attn::detail::residual<Norm>(
          x, norm1, [&](const auto& rows) { return self_attn(rows, options...); });
      return attn::detail::residual<Norm>(h, norm2, feed_forward);
    } else {
      return x;
    }
  }
  friend constexpr bool operator==(const encoder_layer&, const encoder_layer&) = default;
};

template <class Layer, std::size_t N, class Norm = void>
struct encoder {
  using value_type = typename Layer::value_type;
  using width = typename Layer::width;
  using layers_type = Layer[N == 0 ? 1 : N];
  BOOST_HANA_DEFINE_STRUCT(encoder, (layers_type, layers), (Norm, norm));

  template <scalar U>
  using with_element =
      encoder<typename Layer::template with_element<U>, N, typename Norm::template with_element<U>>;

  template <attn::detail::sequence_tensor X, class... Options>
  constexpr auto operator()(const X& x, const Options&... options) const {
    static_assert(rules::positive<rules::size<N>>,
                  "attn::nn::encoder: a stack has a layer or more");
    using of_norm = rules::axis_of_A<attn::detail::width_of_norm<Norm>>;
    using of_layers = rules::axis_of_B<width>;
    static_assert(rules::same_axis<of_norm, of_layers>,
                  "attn::nn::encoder: the final norm must be as wide as the layers");
    if constexpr (rules::same_axis<of_norm, of_layers>)
      return norm(attn::detail::through(layers, x, options...));
    else
      return x;
  }
  friend constexpr bool operator==(const encoder&, const encoder&) = default;
};

template <class Layer, std::size_t N>
struct encoder<Layer, N, void> {
  using value_type = typename Layer::value_type;
  using width = typename Layer::width;
  using layers_type = Layer[N == 0 ? 1 : N];
  BOOST_HANA_DEFINE_STRUCT(encoder, (layers_type, layers));

  template <scalar U>
  using with_element = encoder<typename Layer::template with_element<U>, N>;

  template <attn::detail::sequence_tensor X, class... Options>
  constexpr auto operator()(const X& x, const Options&... options) const {
    static_assert(rules::positive<rules::size<N>>,
                  "attn::nn::encoder: a stack has a layer or more");
    return attn::detail::through(layers, x, options...);
  }
  friend constexpr bool operator==(const encoder&, const encoder&) = default;
};

}  // namespace nn

}  // namespace attn
