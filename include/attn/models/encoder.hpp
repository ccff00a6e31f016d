// SPDX-License-Identifier: BSL-1.0
// The encoder of a Transformer: self-attention, then a feed-forward layer, each with a residual
// connection and a norm, and a stack of such layers.
//
//   nn::encoder_layer<T, width, head, inner, layout, gpt2_block> layer;   block.hpp has more
//   nn::encoder_layer<T, width, head, inner, layout, activation, norm> layer;
//   layer(x, options…)    post_norm: h = norm1(x + self_attn(x)), norm2(h + feed_forward(h))
//                         pre_norm:  h = x + self_attn(norm1(x)), h + feed_forward(norm2(h))
//   nn::encoder<layer, n> stack;           stack(x, options…): layer after layer
//   nn::encoder<layer, n, final_norm>      … and a norm after them, as pre_norm needs
//
// (token, width) -> (token, width). An optional leading axis (a batch). The options are the options
// of the self-attention of every layer, mainly masks. Post-norm is the norm of the 2017 paper
// and PyTorch's default. Here there is no default. Parameters are named "layers.0.norm1.bias",
// "layers.0.self_attn.q_proj.weight", "norm.weight". Without dropout: as in PyTorch's eval().
//
// A layer of a stack is any nn::stack_layer (models/block.hpp), or nn::sequential<A, B> for
// A, B, A, B, …, n times both (models/stack.hpp).
//
// Rules: is_norm_order; divides, the heads; is_sequence, same_element, same_size, same_name of x
// and the width; distinct_axes of x, the heads and the inner width; the rules of options, masks and
// biases; positive, for n; same_axis of the final norm and the layers; of a user's layer the rules
// of nn::stack_layer, accepts and keeps_rows.
// Accuracy: bit for bit the composition of its parts. A large batch goes through a packed layer
// sequence by sequence (models/detail/sequence.hpp).
// Cost: cost_of<nn::encoder<…>, X>(options…), the cost of its parts. A residual connection is 1
// addition per element, before or after the norm.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/calls.hpp>
#include <attn/models/detail/sequence.hpp>
#include <attn/models/stack.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/vmap.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Heads that divide the width. The others have been reported.
template <class Head, class Width>
using dividing =
    std::conditional_t<rules::divides<rules::any_axis<Head>, rules::any_axis<Width>>::value, Head,
                       dim<1>>;

}  // namespace detail

namespace nn {

template <scalar T, axis_like Width, axis_like Head, axis_like Inner, class Layout = rules::missing,
          class Block = rules::missing, class Order = void>
struct encoder_layer {
  static_assert(
      rules::is_given<rules::option<Layout>, rules::option<Block>>::value,
      "attn::nn::encoder_layer: after the axes it has a layout, an activation and an order, "
      "such as output_by_input, act::relu, post_norm");
  static constexpr std::size_t sequences = 1;
  using value_type = T;
  using width = Width;
  using head = attn::detail::dividing<Head, Width>;
  using asked_head = Head;
  using inner = Inner;
  using layout = rules::given_or<Layout, Block, output_by_input>;
  using block = attn::detail::options_of_block<rules::given_or<Block, Block, act::relu>, Order>;
  using norm_order = typename block::norm_order;
  using attention_type = typename block::template attention<T, Width, head, layout, block>;
  using network_type = typename block::template network<T, Width, Inner, layout, block>;
  using norm_type = typename block::template norm<T, Width, block>;
  ATTN_MEMBERS(encoder_layer, (attention_type, self_attn), (network_type, feed_forward),
               (norm_type, norm1), (norm_type, norm2));

  template <attn::detail::sequence_tensor X, class... Options>
  ATTN_ABI constexpr auto operator()(const X& x, const Options&... options) const {
    using call = rules::encoder_call<encoder_layer, X, rules::options<Options...>>;
    ATTN_REQUIRE_ENCODER(call, "attn::nn::encoder_layer(x, …)");
    if constexpr (call::all::value) {
      if constexpr (std::is_same_v<Layout, packed_weights> &&
                    attn::detail::goes_by_sequence<encoder_layer, X, Options...>) {
        if (!std::is_constant_evaluated())
          return vmap<0>([&](const auto& sequence) { return composed(sequence, options...); }, x);
      }
      return composed(x, options...);
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const encoder_layer&, const encoder_layer&) = default;

 private:
  // The composition, of what has been checked.
  template <class X, class... Options>
  ATTN_ABI constexpr auto composed(const X& x, const Options&... options) const {
    const auto h = attn::detail::residual<norm_order>(
        x, norm1, [&](const auto& rows) { return self_attn(rows, options...); });
    return attn::detail::residual<norm_order>(h, norm2, feed_forward);
  }
};

template <class Layer, std::size_t N, class Norm = identity>
struct encoder {
  using parts = rules::stack_layer_call<Layer, 1>;
  static constexpr std::size_t sequences = 1;
  static_assert(sizeof(rules::layer_of_encoder<Layer>) > 0);  // see there
  using known_layer = attn::detail::layer_in_stack<Layer, 1>;
  using value_type = typename known_layer::value_type;
  using width = typename known_layer::width;
  using layers_type = attn::detail::layers_of_stack<Layer, N>;
  ATTN_MEMBERS(encoder, (layers_type, layers), (Norm, norm));

  template <attn::detail::sequence_tensor X, class... Options>
  ATTN_ABI constexpr auto operator()(const X& x, const Options&... options) const {
    if constexpr (parts::all::value) {
      using stack = rules::stack_call<Layer, N, Norm>;
      using call = rules::encoder_call<Layer, X, rules::options<Options...>>;
      using run =
          rules::stack_run_call<stack::all::value && call::all::value && !attention_block<Layer>,
                                layers_type, X, Options...>;
      ATTN_REQUIRE_STACK(stack, "attn::nn::encoder(x, …)");
      ATTN_REQUIRE_ENCODER(call, "attn::nn::encoder(x, …)");
      ATTN_REQUIRE_RUN(run, "attn::nn::encoder(x, …)", "x", "x, options…", "const X& x");
      if constexpr (stack::all::value && call::all::value && run::all::value)
        return norm(attn::detail::through(layers, x, options...));
      else
        return x;
    } else {
      return x;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const encoder&, const encoder&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
