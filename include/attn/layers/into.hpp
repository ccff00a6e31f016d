// SPDX-License-Identifier: BSL-1.0
// Layers that write to an existing tensor, for results that are too large for the stack.
//
//   linear_into(out, layer, x)                  out = layer(x), of an nn::linear
//   feed_forward_into(out, hidden, layer, x)    … of an nn::feed_forward; the rows of its inner
//                                               width are kept in `hidden`
//
// Layers may be packed (layers/packed.hpp). `out` and `hidden` must not overlap x, the layer or
// each other. The result of a user-defined activation is on the stack.
//
// Rules: those of the layer, linear's in the words of linear_into; same_element, same_axes, of out
// and layer(x), of hidden and layer.linear1(x).
// Accuracy: bit for bit the layer.
#pragma once

#include <type_traits>

#include <attn/layers/detail/linear_rows.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/packed.hpp>
#include <attn/ops/add_bias.hpp>
#include <attn/rules/message.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// In a function of its own: unoptimised, a caller has room for the result on its stack, used or
// not.
template <class Y, class F, class X>
ATTN_ABI constexpr void assign_rows(Y& out, const F& f, const X& x) {
  out = f(x);
}

// out = layer(x), all of which have passed the rules.
template <class Y, class Layer, class X>
ATTN_ABI constexpr void write_linear(Y& out, const Layer& layer, const X& x) {
  if constexpr (kernel_scalar<typename Y::value_type>) {
    if (!std::is_constant_evaluated()) return write_rows<void>(out, layer, x);
  }
  assign_rows(out, layer, x);
}

template <class Y, class H, class T, class Model, class Ff, class Layout, class Activation,
          class Bias, class X>
ATTN_ABI constexpr void write_feed_forward(
    Y& out, H& hidden, const nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>& layer,
    const X& x) {
  if constexpr (kernel_scalar<T> && activates_lanes<Activation>) {
    if (!std::is_constant_evaluated()) {
      using of_lanes = typename lanewise_activation<Activation>::type;
      write_rows<of_lanes>(hidden, layer.linear1, x);
      write_rows<void>(out, layer.linear2, hidden);
      return;
    }
  }
  write_linear(hidden, layer.linear1, x);
  assign_rows(hidden, Activation{}, hidden);
  write_linear(out, layer.linear2, hidden);
}

}  // namespace detail

template <class Y, class T, class In, class Out, class Layout, class Bias, class U, class... X>
  requires(detail::is_tensor<Y>)
ATTN_ABI constexpr void linear_into(Y& out, const nn::linear<T, In, Out, Layout, Bias>& layer,
                                    const tensor<U, X...>& x) {
  using call = rules::layer_call<tensor<U, X...>, T, In, Out>;
  ATTN_REQUIRE_LAYER(call, "attn::linear_into(out, layer, x)");
  ATTN_REQUIRE(call, distinct_result,
               "attn::linear_into(out, layer, x): x has an axis named as the layer's output");
  if constexpr (call::holds) {
    using into = rules::out_call<Y, decltype(layer(x))>;
    ATTN_REQUIRE(into, out_element,
                 "attn::linear_into(out, layer, x): out must have the element type of the layer");
    ATTN_REQUIRE(into, out_axes,
                 "attn::linear_into(out, layer, x): out must have the axes of layer(x)");
    if constexpr (into::holds) detail::write_linear(out, layer, x);
  }
}

template <class Y, class H, class T, class Model, class Ff, class Layout, class Activation,
          class Bias, class U, class... X>
  requires(detail::is_tensor<Y> && detail::is_tensor<H>)
ATTN_ABI constexpr void feed_forward_into(
    Y& out, H& hidden, const nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>& layer,
    const tensor<U, X...>& x) {
  using call = rules::inner_call<tensor<U, X...>, T, Model, Ff, Activation>;
  ATTN_REQUIRE_FEED_FORWARD(call, "attn::feed_forward_into(out, hidden, layer, x)");
  if constexpr (call::holds) {
    using into = rules::out_call<Y, decltype(layer(x))>;
    using inner = rules::out_call<H, decltype(layer.linear1(x))>;
    ATTN_REQUIRE(
        into, out_element,
        "attn::feed_forward_into(out, hidden, layer, x): out must have the element type of "
        "the layer");
    ATTN_REQUIRE(
        inner, out_element,
        "attn::feed_forward_into(out, hidden, layer, x): hidden must have the element type "
        "of the layer");
    ATTN_REQUIRE(
        into, out_axes,
        "attn::feed_forward_into(out, hidden, layer, x): out must have the axes of layer(x)");
    ATTN_REQUIRE(inner, out_axes,
                 "attn::feed_forward_into(out, hidden, layer, x): hidden must have the axes of "
                 "layer.linear1(x)");
    if constexpr (into::holds && inner::holds) detail::write_feed_forward(out, hidden, layer, x);
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
