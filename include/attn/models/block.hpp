// SPDX-License-Identifier: BSL-1.0
// The layers of which models are composed: they map rows to rows, and can be stacked.
//
//   nn::stack_layer<B, 1>      a layer of an nn::encoder:  layer(x, options…) has the rows of x
//   nn::stack_layer<B, 2>      a layer of an nn::decoder:  layer(y, memory, options…), those of y
//   nn::attention_block<B>     multi-head attention, then a feed-forward layer: the model states
//                              the requirements of such a layer before it calls it
//   nn::transformer_block<B>   an attention block of one sequence, for nn::language_model and
//                              nn::transformer
//
// A user-defined layer needs the members that stack_layer lists, a call operator, and ATTN_MEMBERS
// for its parameters; it asserts its requirements itself. nn::encoder_layer and nn::decoder_layer
// are attention blocks.
#pragma once

#include <cstddef>

#include <attn/layers/parameters.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/scalars/cost_of.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

// The order of the norms of a layer: after the sums, or before what is added.
struct post_norm {
  static constexpr bool norm_first = false;
};
struct pre_norm {
  static constexpr bool norm_first = true;
};

namespace nn {

template <class B, std::size_t Sequences>
concept stack_layer = scalar<typename B::value_type> &&  // of the rows and the parameters
                      axis_like<typename B::width> &&    // the last axis of the rows
                      B::sequences == Sequences &&  // the number of sequences it is called with
                      rules::names_its_conversion<rules::model<B>>::value;  // for as<T>(model)

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

}  // namespace nn

namespace detail {

// x and what f makes of it: norm(x + f(x)), or x + f(norm(x)).
template <class Order, class X, class Norm, class F>
ATTN_ABI constexpr auto residual(const X& x, const Norm& norm, const F& f) {
  if constexpr (Order::norm_first)
    return x + f(norm(x));
  else
    return norm(x + f(x));
}

// x through one layer after the other; what else they take is the same for all.
template <class Layer, std::size_t N, class X, class... More>
ATTN_ABI constexpr auto through(const Layer (&layers)[N], const X& x, const More&... more) {
  auto y = layers[0](x, more...);
  for (std::size_t i = 1; i < N; ++i) y = layers[i](y, more...);
  return y;
}

// The width and the elements of a norm after layers; those of the layers for one without
// parameters.
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

namespace cost::detail {

// norm(x + f(x)), or x + f(norm(x)): without f.
template <class Layer, class X>
ATTN_ABI constexpr operation_count residual() {
  return cost_of<typename Layer::norm_type, X>() + add<X>();
}

}  // namespace cost::detail

}  // namespace attn
ATTN_STRICT_FP_END
