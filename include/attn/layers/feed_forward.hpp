// SPDX-License-Identifier: BSL-1.0
// Feed-forward layers: two linear layers with an activation between them, applied to every row.
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
// Cost: cost_of<nn::feed_forward<…>, X>(), that of its layers, its activation and the products of
// the gate.
#pragma once

#include <attn/layers/activation.hpp>
#include <attn/layers/detail/calls.hpp>
#include <attn/layers/detail/linear_rows.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/scalars/cost_of.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace nn {

template <scalar T, axis_like Model, axis_like Ff, class Layout, class Activation,
          class Bias = with_bias>
struct feed_forward {
  using first_type = linear<T, Model, Ff, Layout, Bias>;
  using second_type = linear<T, Ff, Model, Layout, Bias>;
  ATTN_MEMBERS(feed_forward, (first_type, linear1), (second_type, linear2));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::inner_call<tensor<U, X...>, T, Model, Ff, Activation>;
    ATTN_REQUIRE_FEED_FORWARD(call, "attn::nn::feed_forward");
    if constexpr (call::holds)
      return linear2(attn::detail::activated_by<Activation>(linear1, x));
    else
      return x;
  }
  ATTN_ABI friend constexpr bool operator==(const feed_forward&, const feed_forward&) = default;
};

template <scalar T, axis_like Model, axis_like Ff, class Layout, class Activation>
struct gated_feed_forward {
  using up_type = linear<T, Model, Ff, Layout, without_bias>;
  using down_type = linear<T, Ff, Model, Layout, without_bias>;
  ATTN_MEMBERS(gated_feed_forward, (up_type, w1), (down_type, w2), (up_type, w3));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::inner_call<tensor<U, X...>, T, Model, Ff, Activation>;
    ATTN_REQUIRE_FEED_FORWARD(call, "attn::nn::gated_feed_forward");
    if constexpr (call::holds)
      return w2(multiply(attn::detail::activated_by<Activation>(w1, x), w3(x)));
    else
      return x;
  }
  ATTN_ABI friend constexpr bool operator==(const gated_feed_forward&,
                                            const gated_feed_forward&) = default;
};

template <scalar T, axis_like Model, axis_like Ff, class Layout>
using swiglu = gated_feed_forward<T, Model, Ff, Layout, act::silu>;

}  // namespace nn

template <class T, class Model, class Ff, class Layout, class Activation, class Bias>
struct counting_rule<nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>> {
  using layer = nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>;
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    using inner = cost::detail::result_of<typename layer::first_type, X>;
    return cost_of<typename layer::first_type, X>() + cost_of<Activation, inner>() +
           cost_of<typename layer::second_type, inner>();
  }
};
template <class T, class Model, class Ff, class Layout, class Activation>
struct counting_rule<nn::gated_feed_forward<T, Model, Ff, Layout, Activation>> {
  using layer = nn::gated_feed_forward<T, Model, Ff, Layout, Activation>;
  template <class X>
  ATTN_ABI static constexpr operation_count of(input_types<X>) {
    using inner = cost::detail::result_of<typename layer::up_type, X>;
    return 2 * cost_of<typename layer::up_type, X>() + cost_of<Activation, inner>() +
           cost::multiply<inner>() + cost_of<typename layer::down_type, inner>();
  }
};

}  // namespace attn
ATTN_STRICT_FP_END
