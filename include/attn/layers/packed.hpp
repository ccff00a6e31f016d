// SPDX-License-Identifier: BSL-1.0
// packed(layer): the same layer with its weights in the order in which a product reads them.
//
//   constexpr auto fast = packed(layer);    packed by the compiler, part of the program
//   fast(x)                                 layer(x) to the bit
//
// Of an nn::linear, nn::feed_forward or nn::gated_feed_forward in either layout; of a layer that is
// packed, itself. The type says so: in the place of the layout it has packed_weights, and it stands
// wherever the layer stands. The bias is added in registers, and a feed_forward's activation is
// applied while the sums are in the cache. Train, save and convert the plain layer: a packed one
// has no parameters. Heads and transformer layers: attention/packed.hpp, models/packed.hpp.
//
// Rules: those of the layer. Exact.
#pragma once

#include <type_traits>

#include <attn/detail/runtime/pack_transposed.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/linear.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// to = packed(transpose(w)), of a w that is stored output by input.
template <class T, class In, class Out>
ATTN_ABI constexpr void pack_transposed(packed_weight<T, In, Out>& to, const T* w) {
  constexpr std::size_t in = In::size, outputs = Out::size;
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated()) {
      runtime::pack_transposed<in, outputs>(to.storage_.data, w);
      return;
    }
  }
  for (std::size_t j = 0; j < outputs; ++j)
    for (std::size_t k = 0; k < in; ++k)
      to.storage_.data[packed_index<T, in>(k, j)] = w[j * in + k];
}

// act of the sums of a packed layer: with its bias, or without one.
template <class Activation, class Y, class X, class W, class... B>
ATTN_ABI Y rows_of_packed(const X& x, const W& w, const B&... bias) {
  using T = typename Y::value_type;
  using of_lanes = typename lanewise_activation<Activation>::type;
  using sum = std::conditional_t<sizeof...(B) == 0, runtime::no_epilogue, runtime::plus_row<T>>;
  return rows_by_packed<Y>(x, w, runtime::fused_activation<sum, of_lanes>{{bias.data()...}});
}

}  // namespace detail

namespace nn {

template <scalar T, axis_like In, axis_like Out>
struct linear<T, In, Out, packed_weights, with_bias> {
  using plain_type = attn::detail::weight_tensor<T, In, Out, input_by_output>;
  using weight_type = packed_weight<T, decltype(attn::detail::input_beside<In, Out>()), Out>;
  using bias_type = tensor<T, Out>;
  ATTN_MEMBERS(linear, (weight_type, weight), (bias_type, bias));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::linear_call<input_by_output, In, tensor<U, X...>, plain_type>;
    using result = decltype(attn::linear<input_by_output, In>(x, plain_type{}));  // its rules
    if constexpr (call::holds)
      return attn::linear(x, weight, bias);
    else
      return result{};
  }
  // act((*this)(x)), for an x that has passed the rules.
  template <class Activation, class X>
  ATTN_ABI constexpr auto activated(const X& x) const {
    if constexpr (attn::detail::kernel_scalar<T> && attn::detail::activates_lanes<Activation>) {
      using result = decltype((*this)(x));
      if (!std::is_constant_evaluated())
        return attn::detail::rows_of_packed<Activation, result>(x, weight, bias);
    }
    return Activation{}((*this)(x));
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

template <scalar T, axis_like In, axis_like Out>
struct linear<T, In, Out, packed_weights, without_bias> {
  using plain_type = attn::detail::weight_tensor<T, In, Out, input_by_output>;
  using weight_type = packed_weight<T, decltype(attn::detail::input_beside<In, Out>()), Out>;
  ATTN_MEMBERS(linear, (weight_type, weight));

  template <class U, class... X>
  ATTN_ABI constexpr auto operator()(const tensor<U, X...>& x) const {
    using call = rules::linear_call<input_by_output, In, tensor<U, X...>, plain_type>;
    using result = decltype(attn::linear<input_by_output, In>(x, plain_type{}));  // its rules
    if constexpr (call::holds)
      return attn::linear(x, weight);
    else
      return result{};
  }
  template <class Activation, class X>
  ATTN_ABI constexpr auto activated(const X& x) const {
    if constexpr (attn::detail::kernel_scalar<T> && attn::detail::activates_lanes<Activation>) {
      using result = decltype((*this)(x));
      if (!std::is_constant_evaluated())
        return attn::detail::rows_of_packed<Activation, result>(x, weight);
    }
    return Activation{}((*this)(x));
  }
  ATTN_ABI friend constexpr bool operator==(const linear&, const linear&) = default;
};

}  // namespace nn

template <class T, class In, class Out, class Layout, class Bias>
ATTN_ABI constexpr auto packed(const nn::linear<T, In, Out, Layout, Bias>& layer) {
  if constexpr (std::is_same_v<Layout, packed_weights>) {
    return layer;
  } else {
    nn::linear<T, In, Out, packed_weights, Bias> to{};
    if constexpr (Layout::input_axis == 1)
      detail::pack_transposed(to.weight, layer.weight.data());
    else
      to.weight = packed(layer.weight);
    if constexpr (Bias::has_bias) to.bias = layer.bias;
    return to;
  }
}

template <class T, class Model, class Ff, class Layout, class Activation, class Bias>
ATTN_ABI constexpr auto packed(
    const nn::feed_forward<T, Model, Ff, Layout, Activation, Bias>& layer) {
  return nn::feed_forward<T, Model, Ff, packed_weights, Activation, Bias>{packed(layer.linear1),
                                                                          packed(layer.linear2)};
}

template <class T, class Model, class Ff, class Layout, class Activation>
ATTN_ABI constexpr auto packed(
    const nn::gated_feed_forward<T, Model, Ff, Layout, Activation>& layer) {
  return nn::gated_feed_forward<T, Model, Ff, packed_weights, Activation>{
      packed(layer.w1), packed(layer.w2), packed(layer.w3)};
}

}  // namespace attn
ATTN_STRICT_FP_END
