// SPDX-License-Identifier: BSL-1.0
// Feed-forward layers: two linear layers and an activation between them, for every row on its own.
//
//   nn::feed_forward<T, d_model, d_ff, layout, activation>         linear2(act(linear1(x)))
//   nn::gated_feed_forward<T, d_model, d_ff, layout, activation>   w2(multiply(act(w1(x)), w3(x)))
//   nn::swiglu<T, d_model, d_ff, layout>                           … with act::silu
//
// (…, d_model) -> (…, d_model). linear1 and linear2 have biases and are named as those of PyTorch's
// TransformerEncoderLayer; w1, w2 and w3 have none and are named as Llama's. Neither the layout nor
// the activation has a default. The activation is a type of layers/activation.hpp, or any stateless
// one that maps a tensor to one of its axes. A residual connection is a sum: x + layer(x).
//
// Rules: those of linear, in the words of this layer: rank_at_least, same_size, same_name,
// same_element, of x and d_model; variant_is_named, is_activation.
// Accuracy: bit for bit the composition of its layers.
#pragma once

#include <type_traits>

#include <attn/layers/activation.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/rules/message.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Can a layer of T, with rows as wide as Model, take x?
template <class T, class Model, class U, class... X>
consteval bool takes_rows() {
  if constexpr (sizeof...(X) == 0)
    return false;
  else
    return std::is_same_v<T, U> && rules::same_axis<rules::width_of_X<last_axis<shape<X...>>>,
                                                    rules::input_of_W<Model>>::value;
}

// The last axis of x; where there is none, what the layer wants, and another rule speaks.
template <class Model, class... X>
consteval auto width_or() {
  if constexpr (sizeof...(X) == 0)
    return Model{};
  else
    return last_axis<shape<X...>>{};
}

// act(layer(x)), in one pass where the layer knows how: layers/packed.hpp.
template <class Activation, class Layer, class X>
ATTN_ABI constexpr auto activated_by(const Layer& layer, const X& x) {
  if constexpr (requires { layer.template activated<Activation>(x); })
    return layer.template activated<Activation>(x);
  else
    return Activation{}(layer(x));
}

}  // namespace detail

namespace nn {

template <scalar T, axis_like Model, axis_like Ff, class Layout, class Activation,
          class Bias = with_bias>
struct feed_forward {
  using first_type = linear<T, Model, Ff, Layout, Bias>;
  using second_type = linear<T, Ff, Model, Layout, Bias>;
  ATTN_MEMBERS(feed_forward, (first_type, linear1), (second_type, linear2));

  template <scalar U>
  using with_element = feed_forward<U, Model, Ff, Layout, Activation, Bias>;

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using width = rules::width_of_X<decltype(attn::detail::width_or<Model, X...>())>;
    using input = rules::input_of_W<Model>;
    static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<1>>::value,
                  "attn::nn::feed_forward: x must have an axis");
    static_assert(rules::same_element<rules::element_of_A<U>, rules::element_of_B<T>>::value,
                  "attn::nn::feed_forward: x must have the element type of the layer; as<T>(x)");
    static_assert(
        rules::same_size<width, input>::value,
        ATTN_MESSAGE("attn::nn::feed_forward: the last axis of x must be as wide as d_model",
                     rules::axes_of<X...>));
    static_assert(
        rules::same_name<width, input>::value,
        ATTN_MESSAGE("attn::nn::feed_forward: the last axis of x and d_model have different names",
                     rules::axes_of<X...>));
    if constexpr (attn::detail::takes_rows<T, Model, U, X...>()) {
      using operand = rules::operand<decltype(linear1(x))>;
      constexpr bool named = rules::variant_is_named<rules::option<Activation>>::value;
      static_assert(rules::variant_is_named<rules::option<Activation>>::value,
                    "attn::nn::feed_forward: say which: act::gelu_exact or act::gelu_tanh");
      static_assert(
          !named || rules::is_activation<rules::option<Activation>, operand>::value,
          "attn::nn::feed_forward: the activation must be a type that maps tensors, as act::relu");
      if constexpr (named && rules::is_activation<rules::option<Activation>, operand>::value)
        return linear2(attn::detail::activated_by<Activation>(linear1, x));
      else
        return x;
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const feed_forward&, const feed_forward&) = default;
};

template <scalar T, axis_like Model, axis_like Ff, class Layout, class Activation>
struct gated_feed_forward {
  using up_type = linear<T, Model, Ff, Layout, without_bias>;
  using down_type = linear<T, Ff, Model, Layout, without_bias>;
  ATTN_MEMBERS(gated_feed_forward, (up_type, w1), (down_type, w2), (up_type, w3));

  template <scalar U>
  using with_element = gated_feed_forward<U, Model, Ff, Layout, Activation>;

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using width = rules::width_of_X<decltype(attn::detail::width_or<Model, X...>())>;
    using input = rules::input_of_W<Model>;
    static_assert(rules::rank_at_least<rules::axes_of<X...>, rules::rank<1>>::value,
                  "attn::nn::gated_feed_forward: x must have an axis");
    static_assert(
        rules::same_element<rules::element_of_A<U>, rules::element_of_B<T>>::value,
        "attn::nn::gated_feed_forward: x must have the element type of the layer; as<T>(x)");
    static_assert(
        rules::same_size<width, input>::value,
        ATTN_MESSAGE("attn::nn::gated_feed_forward: the last axis of x must be as wide as "
                     "d_model",
                     rules::axes_of<X...>));
    static_assert(rules::same_name<width, input>::value,
                  ATTN_MESSAGE("attn::nn::gated_feed_forward: the last axis of x and d_model have "
                               "different names",
                               rules::axes_of<X...>));
    if constexpr (attn::detail::takes_rows<T, Model, U, X...>()) {
      using operand = rules::operand<decltype(w1(x))>;
      constexpr bool named = rules::variant_is_named<rules::option<Activation>>::value;
      static_assert(rules::variant_is_named<rules::option<Activation>>::value,
                    "attn::nn::gated_feed_forward: say which: act::gelu_exact or act::gelu_tanh");
      static_assert(!named || rules::is_activation<rules::option<Activation>, operand>::value,
                    "attn::nn::gated_feed_forward: the activation must be a type that maps "
                    "tensors, as act::silu");
      if constexpr (named && rules::is_activation<rules::option<Activation>, operand>::value)
        return w2(multiply(attn::detail::activated_by<Activation>(w1, x), w3(x)));
      else
        return x;
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const gated_feed_forward&,
                                            const gated_feed_forward&) = default;
};

template <scalar T, axis_like Model, axis_like Ff, class Layout>
using swiglu = gated_feed_forward<T, Model, Ff, Layout, act::silu>;

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
