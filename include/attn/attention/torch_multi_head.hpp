// SPDX-License-Identifier: BSL-1.0
// torch_multi_head: a multi-head layer from the parameters of torch.nn.MultiheadAttention.
//
//   torch_multi_head<head[, width]>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias)
//   torch_multi_head<head[, width]>(in_proj_weight, out_proj_weight)              bias=False
//     -> nn::multi_head_attention<T, width, head, output_by_input[, without_bias]>
//
// PyTorch concatenates the weights of q, k and v: (3 * width, width), and their biases (3 * width).
// Its layers are output by input. With kdim or vdim it does not concatenate the weights; then
// construct the layer from its four linear ones. Exact: numbers are copied.
//
// Rules: is_matrix; same_size, 3 * width rows; same_axes, for the output's weight and the biases;
// same_elements; divides, the layer's.
#pragma once

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
template <class Head, class Width, class In, class InBias, class Out, class OutBias>
ATTN_ABI constexpr auto unpacked(const In& in_proj_weight, const InBias& in_proj_bias,
                                 const Out& out_proj_weight, const OutBias& out_proj_bias) {
  constexpr std::size_t width = In::shape_type::extents[1];
  auto layer = unpacked<Head, Width, with_bias>(in_proj_weight, out_proj_weight);
  unpack<width>(layer.q_proj.bias, in_proj_bias, 0);
  unpack<width>(layer.k_proj.bias, in_proj_bias, 1);
  unpack<width>(layer.v_proj.bias, in_proj_bias, 2);
  unpack<width>(layer.out_proj.bias, out_proj_bias, 0);
  return layer;
}

}  // namespace detail

namespace rules {

// What PyTorch packs: the weights of q, k and v, one below the other, and that of the output.
template <class In, class Out>
struct torch_weights_call {
  using of_in = typename In::shape_type;
  using of_out = typename Out::shape_type;
  static constexpr std::size_t width = last_axis<of_in>::size;
  using operands = roles<role_of<axes_of_A, of_in>, role_of<axes_of_B, of_out>>;
  using matrices = each_of<is_matrix<in_brief<role_of<axes_of_A, of_in>>>,
                           is_matrix<in_brief<role_of<axes_of_B, of_out>>>>;
  using one_element = same_elements<elements<typename In::value_type, typename Out::value_type>>;
  using three_in_one =
      only_if<matrices::value, same_size<axis_of_A<axis_at<of_in, 0>>, axis_of_B<dim<3 * width>>>>;
  using output = only_if<all_hold<matrices, three_in_one>,
                         axes_agree<role_of<axes_of_A, of_out>, axes_of_B<dim<width>, dim<width>>>>;
  static constexpr bool holds = all_hold<matrices, one_element, three_in_one, output>;
};

// The same with their biases.
template <class In, class InBias, class Out, class OutBias>
struct torch_multi_head_call : torch_weights_call<In, Out> {
  using weights = torch_weights_call<In, Out>;
  using operands = roles<role_of<axes_of_A, typename InBias::shape_type>,
                         role_of<axes_of_B, typename OutBias::shape_type>>;
  using bias_element =
      only_if<weights::holds,
              same_elements<elements<typename In::value_type, typename InBias::value_type,
                                     typename OutBias::value_type>>>;
  using biases =
      only_if<weights::holds, each_of<axes_agree<role_of<axes_of_A, typename InBias::shape_type>,
                                                 axes_of_B<dim<3 * weights::width>>>,
                                      axes_agree<role_of<axes_of_A, typename OutBias::shape_type>,
                                                 axes_of_B<dim<weights::width>>>>>;
  static constexpr bool holds = weights::holds && all_hold<bias_element, biases>;
};

}  // namespace rules

// Width: the name of the axis, which weights that come from a file do not have.
template <axis_like Head, class Width = void, detail::any_tensor In, detail::any_tensor Out>
ATTN_ABI constexpr auto torch_multi_head(const In& in_proj_weight, const Out& out_proj_weight) {
  using call = rules::torch_weights_call<In, Out>;
  ATTN_REQUIRE_TORCH_WEIGHTS(call);
  if constexpr (call::holds)
    return detail::unpacked<Head, Width, without_bias>(in_proj_weight, out_proj_weight);
  else
    return in_proj_weight;
}

template <axis_like Head, class Width = void, detail::any_tensor In, detail::any_tensor InBias,
          detail::any_tensor Out, detail::any_tensor OutBias>
ATTN_ABI constexpr auto torch_multi_head(const In& in_proj_weight, const InBias& in_proj_bias,
                                         const Out& out_proj_weight, const OutBias& out_proj_bias) {
  using weights = rules::torch_weights_call<In, Out>;
  using call = rules::torch_multi_head_call<In, InBias, Out, OutBias>;
  ATTN_REQUIRE_TORCH_WEIGHTS(weights);
  ATTN_REQUIRE(call, bias_element,
               "attn::torch_multi_head<head>(…): requires one element type for all operands; "
               "convert with as<T>(x)");
  ATTN_REQUIRE(call, biases,
               "attn::torch_multi_head<head>(…): in_proj_bias must have 3 * width elements, "
               "out_proj_bias width");
  if constexpr (call::holds)
    return detail::unpacked<Head, Width>(in_proj_weight, in_proj_bias, out_proj_weight,
                                         out_proj_bias);
  else if constexpr (weights::holds)
    return detail::unpacked<Head, Width, with_bias>(in_proj_weight, out_proj_weight);
  else
    return in_proj_weight;
}

}  // namespace attn
ATTN_STRICT_FP_END
