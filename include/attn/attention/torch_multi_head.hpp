// SPDX-License-Identifier: BSL-1.0
// torch_multi_head: a multi-head layer of the parameters of torch.nn.MultiheadAttention.
//
//   torch_multi_head<head[, width]>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias)
//   torch_multi_head<head[, width]>(in_proj_weight, out_proj_weight)              bias=False
//     -> nn::multi_head_attention<T, width, head, output_by_input[, without_bias]>
//
// PyTorch packs the weights of q, k and v one below the other: (3 * width, width), and their biases
// (3 * width). Its layers are output by input. With kdim or vdim it does not pack the weights; then
// the layer is built from its four linear ones. Exact: numbers are copied.
//
// Rules: is_matrix; same_size, 3 * width rows; same_axes, for the output's weight and the biases;
// same_elements; divides, the layer's.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multi_head_layer.hpp>
#include <attn/ops/slice.hpp>
#include <attn/tensor/rename.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// Rows i * E … of what PyTorch packs, as another tensor, whose axes may have names.
template <std::size_t E, class To, class T, class... Axes>
ATTN_ABI constexpr void unpack(To& to, const tensor<T, Axes...>& packed, std::size_t i) {
  to = with_shape<typename To::shape_type>(narrow<0, E>(packed, i * E));
}

template <class Head, class Width, class Bias, class In, class Out>
ATTN_ABI constexpr auto unpacked(const In& in_proj_weight, const Out& out_proj_weight) {
  using input = last_axis<typename In::shape_type>;
  using width = std::conditional_t<std::is_void_v<Width>, input, Width>;
  nn::multi_head_attention<typename In::value_type, width, Head, output_by_input, Bias> layer{};
  unpack<input::size>(layer.q_proj.weight, in_proj_weight, 0);
  unpack<input::size>(layer.k_proj.weight, in_proj_weight, 1);
  unpack<input::size>(layer.v_proj.weight, in_proj_weight, 2);
  unpack<input::size>(layer.out_proj.weight, out_proj_weight, 0);
  return layer;
}

}  // namespace detail

namespace rules {

// Asserted for both forms of torch_multi_head; true if the weights are those of one layer.
template <class In, class Out>
consteval bool packed_weights_are_sound() {
  using of_in = typename In::shape_type;
  using of_out = typename Out::shape_type;
  constexpr bool matrices =
      is_matrix<role_of<axes_of_A, of_in>>::value && is_matrix<role_of<axes_of_B, of_out>>::value;
  static_assert(is_matrix<in_brief<role_of<axes_of_A, of_in>>>::value &&
                    is_matrix<in_brief<role_of<axes_of_B, of_out>>>::value,
                "attn::torch_multi_head<head>(…): the weights must have two axes");
  static_assert(same_elements<elements<typename In::value_type, typename Out::value_type>>::value,
                "attn::torch_multi_head<head>(…): requires one element type for all operands; "
                "convert with as<T>(x)");
  if constexpr (matrices) {
    using rows = axis_of_A<axis_at<of_in, 0>>;
    constexpr std::size_t width = last_axis<of_in>::size;
    static_assert(same_size<rows, axis_of_B<dim<3 * width>>>::value,
                  "attn::torch_multi_head<head>(…): in_proj_weight must be (3 * width, width), q, "
                  "k and v one below the other; is it transposed?");
    if constexpr (same_size<rows, axis_of_B<dim<3 * width>>>::value) {
      static_assert(same_axes<role_of<axes_of_A, of_out>, axes_of_B<dim<width>, dim<width>>>::value,
                    "attn::torch_multi_head<head>(…): out_proj_weight must be (width, width)");
      return same_axes<role_of<axes_of_A, of_out>, axes_of_B<dim<width>, dim<width>>>::value &&
             std::is_same_v<typename In::value_type, typename Out::value_type>;
    }
  }
  return false;
}

}  // namespace rules

// Width: what the weights do not say where they come from a file, the name of the axis.
template <axis_like Head, class Width = void, detail::any_tensor In, detail::any_tensor Out>
ATTN_ABI constexpr auto torch_multi_head(const In& in_proj_weight, const Out& out_proj_weight) {
  if constexpr (rules::packed_weights_are_sound<In, Out>())
    return detail::unpacked<Head, Width, without_bias>(in_proj_weight, out_proj_weight);
  else
    return in_proj_weight;
}

template <axis_like Head, class Width = void, detail::any_tensor In, detail::any_tensor InBias,
          detail::any_tensor Out, detail::any_tensor OutBias>
ATTN_ABI constexpr auto torch_multi_head(const In& in_proj_weight, const InBias& in_proj_bias,
                                         const Out& out_proj_weight, const OutBias& out_proj_bias) {
  if constexpr (rules::packed_weights_are_sound<In, Out>()) {
    constexpr std::size_t width = In::shape_type::extents[1];
    using elements = rules::elements<typename In::value_type, typename InBias::value_type,
                                     typename OutBias::value_type>;
    using of_in = rules::role_of<rules::axes_of_A, typename InBias::shape_type>;
    using of_out = rules::role_of<rules::axes_of_A, typename OutBias::shape_type>;
    constexpr bool fit = rules::same_axes<of_in, rules::axes_of_B<dim<3 * width>>>::value &&
                         rules::same_axes<of_out, rules::axes_of_B<dim<width>>>::value;
    static_assert(rules::same_elements<elements>::value,
                  "attn::torch_multi_head<head>(…): requires one element type for all operands; "
                  "convert with as<T>(x)");
    static_assert(rules::same_axes<of_in, rules::axes_of_B<dim<3 * width>>>::value &&
                      rules::same_axes<of_out, rules::axes_of_B<dim<width>>>::value,
                  "attn::torch_multi_head<head>(…): in_proj_bias must have 3 * width elements, "
                  "out_proj_bias width");
    auto layer = detail::unpacked<Head, Width, with_bias>(in_proj_weight, out_proj_weight);
    if constexpr (fit && rules::same_elements<elements>::value) {
      detail::unpack<width>(layer.q_proj.bias, in_proj_bias, 0);
      detail::unpack<width>(layer.k_proj.bias, in_proj_bias, 1);
      detail::unpack<width>(layer.v_proj.bias, in_proj_bias, 2);
      detail::unpack<width>(layer.out_proj.bias, out_proj_bias, 0);
    }
    return layer;
  } else {
    return in_proj_weight;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
