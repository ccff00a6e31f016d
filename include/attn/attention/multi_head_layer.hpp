// SPDX-License-Identifier: BSL-1.0
// Multi-head attention as a layer: its projections are linear layers with biases.
//
//   nn::multi_head_attention<T, width, head, layout[, bias]> layer;
//   layer(x, options…)                    self-attention
//   layer(query, key, value, options…)    of several sequences
//     = out_proj(attention_of_slices<head>(q_proj(query), k_proj(key), v_proj(value), options…))
//   layer.weights(…)                      softmax(Q K^T * scale) of each head
//   layer.averaged_weights(…)             their mean over the heads, which PyTorch returns
//   nn::multi_head_of_widths<T, query, key, value, head, d_k, d_v, out, layout[, bias]>
//
//   nn::multi_head<T, nn::widths<query, key, value, d_k, d_v, out>, head, layout[, bias]>
//
//   nn::multi_head_with_sinks<T, width, head, layout[, bias]>   a learned sink for each head, as in
//                                     gpt-oss: `sinks`, (head), is the option with_sinks of a call
//
//   torch_multi_head<head[, width]>(in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias)
//   torch_multi_head<head[, width]>(in_proj_weight, out_proj_weight)              bias=False
//     -> nn::multi_head_attention<T, width, head, output_by_input[, without_bias]>
//
// (token, width) -> (token, out). Weights are (head, token, key). An optional leading axis (a
// batch). d_k and d_v are the widths of one head; in nn::multi_head_attention they are width /
// heads, so that the number of heads does not change the number of parameters. Options, mainly
// masks: as for scaled_dot_product_attention.
//
// The type contains each axis once and determines the projections: nn::multi_head<T, widths, head,
// layout, bias>, where widths is a single width or nn::widths<…>. This keeps errors and symbols
// short.
//
// nn::widths has the axes of the sequences and of the result. The axes of the concatenated heads
// are "head_d_k" and "head_d_v", so that queries and values cannot be confused.
//
// torch_multi_head takes the parameters of torch.nn.MultiheadAttention, which concatenates the
// weights of q, k and v: (3 * width, width), and their biases (3 * width), output by input. With
// kdim or vdim it does not concatenate the weights. Then construct the layer from its four linear
// ones.
//
// Rules: divides; and the rules of multi_head_attention, with the layer's projections for weights;
// of PyTorch's parameters is_matrix; same_size, 3 * width rows; same_axes; same_elements.
// Accuracy and special values: bit for bit the composition above. Numbers are copied exactly.
// Cost: cost_of<nn::multi_head_attention<…>, X>(options…), the cost of the composition.
// cost::weights<Layer, Q, K>(options…), averaged_weights: of the members.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/multi_head.hpp>
#include <attn/layers/cost.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/reductions.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace nn {

// The widths of a layer, where they are not all one: of each sequence, of each head, of the result.
template <axis_like Query, axis_like Key, axis_like Value, std::size_t Dk, std::size_t Dv,
          axis_like Out>
struct widths {
  using query = Query;
  using key = Key;
  using value = Value;
  using out = Out;
  template <class Head>
  using joined_k = axis<"head_d_k", rules::saturating_product(Head::size, Dk)>;
  template <class Head>
  using joined_v = axis<"head_d_v", rules::saturating_product(Head::size, Dv)>;
};

}  // namespace nn

namespace detail {

// One width for all of them, which the heads share among themselves.
template <class Width>
struct widths_in {
  using query = Width;
  using key = Width;
  using value = Width;
  using out = Width;
  template <class>
  using joined_k = axis<"head_d_k", Width::size>;
  template <class>
  using joined_v = axis<"head_d_v", Width::size>;
};
template <class Query, class Key, class Value, std::size_t Dk, std::size_t Dv, class Out>
struct widths_in<nn::widths<Query, Key, Value, Dk, Dv, Out>>
    : nn::widths<Query, Key, Value, Dk, Dv, Out> {};

template <class Widths>
concept head_widths = axis_like<Widths> || requires { typename Widths::out; };

}  // namespace detail

namespace rules {

// Multi-head attention with a layer's projections: of three sequences, or of one in all the roles.
template <class Layer, class Q, class K, class V, class... Options>
using projections_of_layer_call =
    multi_head_call<typename Layer::head, Q, K, V, typename Layer::weight_q,
                    typename Layer::weight_k, typename Layer::weight_v, typename Layer::weight_o,
                    Options...>;
template <class Layer, class Q, class... Options>
struct multi_head_layer_call : projections_of_layer_call<Layer, Q, Q, Q, Options...> {};
template <class Layer, class Q, attn::detail::sequence_tensor K, attn::detail::sequence_tensor V,
          class... Options>
struct multi_head_layer_call<Layer, Q, K, V, Options...>
    : projections_of_layer_call<Layer, Q, K, V, Options...> {};

}  // namespace rules

namespace nn {

template <scalar T, attn::detail::head_widths Widths, axis_like Head, class Layout = rules::missing,
          class Bias = with_bias>
struct multi_head {
  static_assert(rules::is_given<rules::option<Layout>>::value,
                "attn::nn::multi_head: the layout is missing: output_by_input, as in PyTorch, or "
                "input_by_output, as in Keras");
  using value_type = T;
  using head = Head;
  using layout = rules::given_or<Layout, Layout, output_by_input>;
  using all = attn::detail::widths_in<Widths>;
  using joined_k = typename all::template joined_k<Head>;
  using joined_v = typename all::template joined_v<Head>;
  using d_k = dim<joined_k::size / Head::size>;
  using d_v = dim<joined_v::size / Head::size>;
  static_assert(rules::divides<rules::any_axis<Head>, rules::any_axis<joined_k>>::value &&
                    rules::divides<rules::any_axis<Head>, rules::any_axis<joined_v>>::value,
                "attn::nn::multi_head: the number of heads must divide the width");
  using query_type = linear<T, typename all::query, joined_k, layout, Bias>;
  using key_type = linear<T, typename all::key, joined_k, layout, Bias>;
  using value_projection = linear<T, typename all::value, joined_v, layout, Bias>;
  using output_type = linear<T, joined_v, typename all::out, layout, Bias>;
  using weight_q = rules::weight_of<T, typename all::query, joined_k>;
  using weight_k = rules::weight_of<T, typename all::key, joined_k>;
  using weight_v = rules::weight_of<T, typename all::value, joined_v>;
  using weight_o = rules::weight_of<T, joined_v, typename all::out>;
  ATTN_MEMBERS(multi_head, (query_type, q_proj), (key_type, k_proj), (value_projection, v_proj),
               (output_type, out_proj));

  // What (x, options…) and (query, key, value, options…) require, and (query, key, options…) for
  // the weights.
  template <class Q, class... Rest>
  using call = rules::multi_head_layer_call<multi_head, Q, Rest...>;
  template <class Q, class K, class... Options>
  using weights_call = rules::multi_head_weights_call<Head, Q, K, weight_q, weight_k, Options...>;

  template <attn::detail::sequence_tensor Q, class... Rest>
  ATTN_ABI constexpr auto operator()(const Q& query, const Rest&... rest) const {
    using asked = call<Q, Rest...>;
    ATTN_REQUIRE_MULTI_HEAD(asked);
    ATTN_REQUIRE(asked, input_of_v,
                 "attn::nn::multi_head: the width of the value must be the input of v_proj");
    ATTN_REQUIRE(asked, one_value_per_key,
                 "attn::nn::multi_head: one value per key: both must have the same sequence");
    ATTN_REQUIRE(asked, distinct_result,
                 "attn::nn::multi_head: the result would have two axes with the same name");
    if constexpr (asked::all::value)
      return attend(query, rest...);
    else
      return query;
  }

  // (query, key, options…), or (x, options…).
  template <attn::detail::sequence_tensor Q, attn::detail::sequence_tensor K, class... Options>
  ATTN_ABI constexpr auto weights(const Q& query, const K& key, const Options&... options) const {
    using asked = weights_call<Q, K, Options...>;
    ATTN_REQUIRE_MULTI_HEAD(asked);
    if constexpr (asked::all::value) {
      return attn::detail::weights_with_heads<Head>(query, key, q_proj, k_proj, options...);
    } else {
      return query;
    }
  }
  template <attn::detail::sequence_tensor X, class... Options>
  ATTN_ABI constexpr auto weights(const X& x, const Options&... options) const {
    return weights(x, x, options...);
  }
  template <attn::detail::sequence_tensor X, class... Arguments>
  ATTN_ABI constexpr auto averaged_weights(const X& x, const Arguments&... arguments) const {
    const auto each = weights(x, arguments...);
    if constexpr (rules::rank_is<rules::rank<decltype(each)::rank>,
                                 rules::rank<X::rank + 1>>::value)
      return mean<-3>(each);
    else
      return each;
  }
  ATTN_ABI friend constexpr bool operator==(const multi_head&, const multi_head&) = default;

 private:
  // The composition, of what has been checked.
  template <class Q, attn::detail::sequence_tensor K, attn::detail::sequence_tensor V,
            class... Options>
  ATTN_ABI constexpr auto attend(const Q& query, const K& key, const V& value,
                                 const Options&... options) const {
    return out_proj(attn::detail::attend_with_heads<Head, joined_v>(query, key, value, q_proj,
                                                                    k_proj, v_proj, options...));
  }
  template <class X, class... Options>
  ATTN_ABI constexpr auto attend(const X& x, const Options&... options) const {
    return attend(x, x, x, options...);
  }
};

// Dk and Dv columns for each head, and any widths around them.
template <scalar T, axis_like Query, axis_like Key, axis_like Value, axis_like Head, std::size_t Dk,
          std::size_t Dv, axis_like Out, class Layout, class Bias = with_bias>
using multi_head_of_widths =
    multi_head<T, widths<Query, Key, Value, Dk, Dv, Out>, Head, Layout, Bias>;

template <scalar T, axis_like Width, axis_like Head, class Layout = rules::missing,
          class Bias = with_bias>
using multi_head_attention = multi_head<T, Width, Head, Layout, Bias>;

template <scalar T, axis_like Width, axis_like Head, class Layout, class Bias = with_bias>
struct multi_head_with_sinks {
  using plain = multi_head<T, Width, Head, Layout, Bias>;
  using value_type = T;
  using head = Head;
  using joined_k = typename plain::joined_k;
  using joined_v = typename plain::joined_v;
  using d_k = typename plain::d_k;
  using d_v = typename plain::d_v;
  using query_type = typename plain::query_type;
  using key_type = typename plain::key_type;
  using value_projection = typename plain::value_projection;
  using output_type = typename plain::output_type;
  using sinks_type = tensor<T, Head>;
  ATTN_MEMBERS(multi_head_with_sinks, (query_type, q_proj), (key_type, k_proj),
               (value_projection, v_proj), (output_type, out_proj), (sinks_type, sinks));

  template <class Q, class... Rest>
  using call = typename plain::template call<Q, Rest..., with_sinks_t<T, Head>>;

  template <attn::detail::sequence_tensor Q, class... Rest>
  ATTN_ABI constexpr auto operator()(const Q& query, const Rest&... rest) const {
    using asked = call<Q, Rest...>;
    ATTN_REQUIRE_MULTI_HEAD(asked);
    ATTN_REQUIRE(asked, input_of_v,
                 "attn::nn::multi_head: the width of the value must be the input of v_proj");
    ATTN_REQUIRE(asked, one_value_per_key,
                 "attn::nn::multi_head: one value per key: both must have the same sequence");
    ATTN_REQUIRE(asked, distinct_result,
                 "attn::nn::multi_head: the result would have two axes with the same name");
    if constexpr (asked::all::value)
      return attend(query, rest..., with_sinks(sinks));
    else
      return query;
  }
  ATTN_ABI friend constexpr bool operator==(const multi_head_with_sinks&,
                                            const multi_head_with_sinks&) = default;

 private:
  template <class Q, attn::detail::sequence_tensor K, attn::detail::sequence_tensor V,
            class... Options>
  ATTN_ABI constexpr auto attend(const Q& query, const K& key, const V& value,
                                 const Options&... options) const {
    return out_proj(attn::detail::attend_with_heads<Head, joined_v>(query, key, value, q_proj,
                                                                    k_proj, v_proj, options...));
  }
  template <class X, class... Options>
  ATTN_ABI constexpr auto attend(const X& x, const Options&... options) const {
    return attend(x, x, x, options...);
  }
};

}  // namespace nn

namespace detail {

// What a block's queries find in its cache, with the sinks of its attention, if it has any.
template <class Attention, class Cache, class Q, class... Options>
ATTN_ABI constexpr auto attend_in_block(const Attention& attention, const Cache& cache, const Q& q,
                                        const Options&... options) {
  if constexpr (requires { attention.sinks; })
    return cache.attend(q, options..., with_sinks(attention.sinks));
  else
    return cache.attend(q, options...);
}

}  // namespace detail

ATTN_COST_OF_MEMBER(weights)
ATTN_COST_OF_MEMBER(averaged_weights)

// --- the parameters of torch.nn.MultiheadAttention -----------------------------------------------

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

// What PyTorch packs: the weights of q, k and v, one below the other, and the weight of the output.
template <class In, class Out>
struct torch_weights_call {
  using of_in = typename In::shape_type;
  using of_out = typename Out::shape_type;
  static constexpr std::size_t width = last_axis<of_in>::size;
  using operands = roles<role_of<axes_of_A, of_in>, role_of<axes_of_B, of_out>>;
  using matrices = each_of<is_matrix<in_brief<role_of<axes_of_A, of_in>>>,
                           is_matrix<in_brief<role_of<axes_of_B, of_out>>>>;
  using one_element = same_elements<elements<typename In::value_type, typename Out::value_type>>;
  using three_in_one = same_size<axis_of_A<axis_at<of_in, 0>>, axis_of_B<dim<3 * width>>>;
  using output = axes_agree<role_of<axes_of_A, of_out>, axes_of_B<dim<width>, dim<width>>>;
  using all = in_order<matrices, one_element, three_in_one, output>;
};

// The same with their biases.
template <class In, class InBias, class Out, class OutBias>
struct torch_multi_head_call : torch_weights_call<In, Out> {
  using weights = torch_weights_call<In, Out>;
  using operands = roles<role_of<axes_of_A, typename InBias::shape_type>,
                         role_of<axes_of_B, typename OutBias::shape_type>>;
  using bias_element = same_elements<
      elements<typename In::value_type, typename InBias::value_type, typename OutBias::value_type>>;
  using biases = each_of<
      axes_agree<role_of<axes_of_A, typename InBias::shape_type>,
                 axes_of_B<dim<3 * weights::width>>>,
      axes_agree<role_of<axes_of_A, typename OutBias::shape_type>, axes_of_B<dim<weights::width>>>>;
  using all = in_order<typename weights::all, bias_element, biases>;
};

}  // namespace rules

// Width: the name of the axis, which weights that come from a file do not have.
template <axis_like Head, class Width = void, detail::any_tensor In, detail::any_tensor Out>
ATTN_ABI constexpr auto torch_multi_head(const In& in_proj_weight, const Out& out_proj_weight) {
  using call = rules::torch_weights_call<In, Out>;
  ATTN_REQUIRE_TORCH_WEIGHTS(call);
  if constexpr (call::all::value)
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
  if constexpr (call::all::value)
    return detail::unpacked<Head, Width>(in_proj_weight, in_proj_bias, out_proj_weight,
                                         out_proj_bias);
  else if constexpr (weights::all::value)
    return detail::unpacked<Head, Width, with_bias>(in_proj_weight, out_proj_weight);
  else
    return in_proj_weight;
}

}  // namespace attn
ATTN_STRICT_FP_END
