// SPDX-License-Identifier: BSL-1.0
// The decoder of a Transformer: self-attention, attention to a memory (the output of an encoder),
// and a feed-forward layer, each with a residual connection and a norm, and a stack.
//
//   nn::decoder_layer<T, width, head, inner, layout, gpt2_block> layer;   block.hpp has more
//   nn::decoder_layer<T, width, head, inner, layout, activation, norm> layer;
//   layer(y, memory, self_options(causal<>), cross_options(…))
//     post_norm: h = norm1(y + self_attn(y)), g = norm2(h + multihead_attn(h, memory, memory)),
//                norm3(g + feed_forward(g))
//     pre_norm:  h = y + self_attn(norm1(y)), g = h + multihead_attn(norm2(h), memory, memory),
//                g + feed_forward(norm3(g))
//   nn::decoder<layer, n[, final_norm]> stack;    stack(y, memory, …): layer after layer
//
// (target, width) x (source, width) -> (target, width). An optional leading axis (a batch). There
// is no mask by default: a decoder that generates needs self_options(causal<>). Names are
// PyTorch's: "layers.0.multihead_attn.q_proj.weight". Without dropout: as in PyTorch's eval().
//
// Rules: is_norm_order; divides, the heads; are_placed_options, one_of_each_kind; is_sequence,
// same_element, same_size, same_name, of y and memory and the width; same_axes of the leading ones;
// distinct_axes of y and memory, the heads and the inner width; the rules of options, masks and
// biases; positive, for n; same_axis of the final norm and the layers.
// Accuracy: bit for bit the composition of its parts.
// Cost: cost_of<nn::decoder<…>, Y, Memory>(options…), the cost of its parts.
#pragma once

#include <cstddef>

#include <attn/attention/multi_head_layer.hpp>
#include <attn/layers/feed_forward.hpp>
#include <attn/layers/norm.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/models/encoder.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace nn {

template <scalar T, axis_like Width, axis_like Head, axis_like Inner, class Layout = rules::missing,
          class Block = rules::missing, class Order = void>
struct decoder_layer {
  static_assert(
      rules::is_given<rules::option<Layout>, rules::option<Block>>::value,
      "attn::nn::decoder_layer: after the axes it has a layout, an activation and an order, "
      "such as output_by_input, act::relu, post_norm");
  static constexpr std::size_t sequences = 2;
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
  ATTN_MEMBERS(decoder_layer, (attention_type, self_attn), (attention_type, multihead_attn),
               (network_type, feed_forward), (norm_type, norm1), (norm_type, norm2),
               (norm_type, norm3));

  template <attn::detail::sequence_tensor Y, attn::detail::sequence_tensor Memory, class... Options>
  ATTN_ABI constexpr auto operator()(const Y& y, const Memory& memory,
                                     const Options&... options) const {
    using placed = rules::placed_call<decoder_places, Options...>;
    using call = rules::decoder_call<decoder_layer, Y, Memory, placed>;
    ATTN_REQUIRE_DECODER(call, "attn::nn::decoder_layer(y, memory, …)");
    if constexpr (call::all::value)
      return composed(y, memory, options...);
    else
      return y;
  }
  ATTN_ABI friend constexpr bool operator==(const decoder_layer&, const decoder_layer&) = default;

 private:
  // The composition, of what has been checked.
  template <class Y, class Memory, class... Options>
  ATTN_ABI constexpr auto composed(const Y& y, const Memory& memory,
                                   const Options&... options) const {
    using attn::detail::residual;
    using attn::detail::with_options;
    const auto h = residual<norm_order>(y, norm1, [&](const auto& rows) {
      return with_options<self_place>([&](const auto&... mine) { return self_attn(rows, mine...); },
                                      options...);
    });
    const auto g = residual<norm_order>(h, norm2, [&](const auto& rows) {
      return with_options<cross_place>(
          [&](const auto&... mine) { return multihead_attn(rows, memory, memory, mine...); },
          options...);
    });
    return residual<norm_order>(g, norm3, feed_forward);
  }
};

template <class Layer, std::size_t N, class Norm = identity>
struct decoder {
  using parts = rules::stack_layer_call<Layer, 2>;
  static constexpr std::size_t sequences = 2;
  static_assert(sizeof(rules::layer_of_decoder<Layer>) > 0);  // see there
  using known_layer = attn::detail::layer_in_stack<Layer, 2>;
  using value_type = typename known_layer::value_type;
  using width = typename known_layer::width;
  using layers_type = attn::detail::layers_of_stack<Layer, N>;
  ATTN_MEMBERS(decoder, (layers_type, layers), (Norm, norm));

  template <attn::detail::sequence_tensor Y, attn::detail::sequence_tensor Memory, class... Options>
  ATTN_ABI constexpr auto operator()(const Y& y, const Memory& memory,
                                     const Options&... options) const {
    if constexpr (parts::all::value) {
      using stack = rules::stack_call<Layer, N, Norm>;
      using placed = rules::placed_call<decoder_places, Options...>;
      using call = rules::decoder_call<Layer, Y, Memory, placed>;
      using run =
          rules::stack_run_call<stack::all::value && call::all::value && !attention_block<Layer>,
                                layers_type, Y, Memory, Options...>;
      ATTN_REQUIRE_STACK(stack, "attn::nn::decoder(y, memory, …)");
      ATTN_REQUIRE_DECODER(call, "attn::nn::decoder(y, memory, …)");
      ATTN_REQUIRE_RUN(run, "attn::nn::decoder(y, memory, …)", "y", "y, memory, options…",
                       "const Y& y, const Memory& memory");
      if constexpr (stack::all::value && call::all::value && run::all::value)
        return norm(attn::detail::through(layers, y, memory, options...));
      else
        return y;
    } else {
      return y;
    }
  }
  ATTN_ABI friend constexpr bool operator==(const decoder&, const decoder&) = default;
};

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
