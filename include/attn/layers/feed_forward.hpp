// SPDX-License-Identifier: BSL-1.0
// A layer that returns its input, for an optional layer of a model that is absent.
//
//   nn::identity layer;    layer(x) == x
//
// It has no parameters, and is ignored when the parameters of a model are counted and named.
// PyTorch: torch.nn.Identity. Exact.
// Cost: nothing.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/detail/calls.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::nn {

struct identity {
  ATTN_MEMBERS(identity);

  template <scalar>
  using with_element = identity;

  template <class X>
  ATTN_ABI constexpr X operator()(const X& x) const {
    return x;
  }
  ATTN_ABI friend constexpr bool operator==(const identity&, const identity&) = default;
};

}  // namespace attn::nn

namespace attn {

// Feed-forward layers: two linear layers with an activation between them, applied to every row.
//
//   nn::feed_forward<T, d_model, d_ff, layout, activation>         linear2(act(linear1(x)))
//   nn::gated_feed_forward<T, d_model, d_ff, layout, activation>   w2(multiply(act(w1(x)), w3(x)))
//   nn::swiglu<T, d_model, d_ff, layout>                           … with act::silu
//
// (…, d_model) -> (…, d_model). linear1 and linear2 have biases and are named as in PyTorch's
// TransformerEncoderLayer. W1, w2 and w3 have none and are named as Llama's. Neither the layout nor
// the activation has a default. The activation is a type of layers/activation.hpp, or any stateless
// one that maps a tensor to one of its axes. A residual connection is a sum: x + layer(x).
//
// Rules: the rules of linear, in the words of this layer: rank_at_least, same_size, same_name,
// same_element, of x and d_model; variant_is_named, is_activation.
// Accuracy: bit for bit the composition of its layers.
// Cost: cost_of<nn::feed_forward<…>, X>(), the cost of its layers, its activation and the products
// of the gate.

namespace nn {

template <scalar T, axis_like Model, axis_like Ff, class Layout = rules::missing,
          class Activation = rules::missing, class Bias = with_bias>
struct feed_forward {
  static_assert(rules::is_given<rules::option<Layout>, rules::option<Activation>>::value,
                "attn::nn::feed_forward: after the axes it has a layout, such as output_by_input, "
                "and an activation, such as act::relu");
  using layout = rules::given_or<Layout, Activation, output_by_input>;
  using first_type = linear<T, Model, Ff, layout, Bias>;
  using second_type = linear<T, Ff, Model, layout, Bias>;
  ATTN_MEMBERS(feed_forward, (first_type, linear1), (second_type, linear2));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::inner_call<tensor<U, X...>, T, Model, Ff, Activation>;
    ATTN_REQUIRE_FEED_FORWARD(call, "attn::nn::feed_forward");
    if constexpr (call::all::value)
      return linear2(attn::detail::activated_by<Activation>(linear1, x));
    else
      return x;
  }
  ATTN_ABI friend constexpr bool operator==(const feed_forward&, const feed_forward&) = default;
};

template <scalar T, axis_like Model, axis_like Ff, class Layout = rules::missing,
          class Activation = rules::missing>
struct gated_feed_forward {
  static_assert(rules::is_given<rules::option<Layout>, rules::option<Activation>>::value,
                "attn::nn::gated_feed_forward: after the axes it has a layout, such as "
                "output_by_input, and an activation, such as act::silu");
  using layout = rules::given_or<Layout, Activation, output_by_input>;
  using up_type = linear<T, Model, Ff, layout, without_bias>;
  using down_type = linear<T, Ff, Model, layout, without_bias>;
  ATTN_MEMBERS(gated_feed_forward, (up_type, w1), (down_type, w2), (up_type, w3));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::inner_call<tensor<U, X...>, T, Model, Ff, Activation>;
    ATTN_REQUIRE_FEED_FORWARD(call, "attn::nn::gated_feed_forward");
    if constexpr (call::all::value) {
      // Statements of their own, so that gradients have one order of sums.
      const auto gate = attn::detail::activated_by<Activation>(w1, x);
      const auto up = w3(x);
      return w2(multiply(gate, up));
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
