// SPDX-License-Identifier: BSL-1.0
// Multi-head attention as a layer: its projections are linear layers, with their biases.
//
//   nn::multi_head_attention<T, width, head, layout[, bias]> layer;
//   layer(x, options…)                    self-attention
//   layer(query, key, value, options…)    of several sequences
//     = out_proj(attention_of_slices<head>(q_proj(query), k_proj(key), v_proj(value), options…))
//   layer.weights(…)                      softmax(Q K^T * scale) of each head
//   layer.averaged_weights(…)             their mean over the heads, which PyTorch returns
//   nn::multi_head_of_widths<T, query, key, value, head, d_k, d_v, out, layout[, bias]>
//   nn::multi_head<head, q, k, v, out>    of any four linear layers
//
// (token, width) -> (token, out); weights are (head, token, key). A leading axis (a batch) goes
// along. d_k and d_v are those of one head; in nn::multi_head_attention they are width / heads, so
// that the number of heads does not change the number of parameters. Options, masks above all: as
// for scaled_dot_product_attention. From PyTorch's parameters: attention/torch_multi_head.hpp.
//
// Rules: divides; same_size, same_name of q_proj's and k_proj's output; same_axis of v_proj's output
// and out_proj's input, of each sequence's width and its projection's input, of the sequences of
// key and value; same_axes of the leading ones; is_sequence; same_elements; are_options,
// one_of_each_kind; what masks and biases ask.
// Accuracy and special values: bit for bit the composition above.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/heads.hpp>
#include <attn/attention/multi_head_weights.hpp>
#include <attn/attention/slices.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/rules/says.hpp>

namespace attn {

namespace detail {

// What a linear layer maps.
template <class Layer>
struct projection;
template <class T, class In, class Out, class Layout, class Bias>
struct projection<nn::linear<T, In, Out, Layout, Bias>> {
  using element = T;
  using input = In;
  using output = Out;
};
template <class Layer>
concept linear_layer = requires {
  typename projection<Layer>::element;
};
template <class Layer>
using input_of_layer = typename projection<Layer>::input;
template <class Layer>
using output_of_layer = typename projection<Layer>::output;

// The width of a sequence, if it is one.
template <class X>
consteval auto width_in() {
  if constexpr (X::rank == 0)
    return dim<1>{};
  else
    return last_axis<X>{};
}
template <class X, class Layer>
inline constexpr bool feeds = rules::same_axis<rules::width_of_X<decltype(width_in<X>())>,
                                               rules::input_of_W<input_of_layer<Layer>>>;

// Values of which nothing is asked, for weights, which have none.
template <class Layer, class K>
consteval auto any_values() {
  using of_k = typename K::shape_type;
  if constexpr (of_k::rank == 0)
    return K{};
  else
    return tensor_of<typename K::value_type,
                     with_last_axis<of_k, input_of_layer<typename Layer::value_layer>>>{};
}
template <class Layer, class K>
using any_values_for = decltype(any_values<Layer, K>());

// A tensor that is no option, as a mask of entries is.
template <class X>
concept sequence_tensor = any_tensor<X> && !attention_option<X>;

}  // namespace detail

namespace rules {

// Asserted once for each layer; true if its four projections are those of multi-head attention.
template <class Head, class Query, class Key, class Value, class Output>
consteval bool projections_are_sound() {
  namespace d = attn::detail;
  using head = any_axis<Head>;
  using width_of_q = width_of_Q<d::output_of_layer<Query>>;
  using width_of_k = width_of_K<d::output_of_layer<Key>>;
  using joined = output_of_W<d::output_of_layer<Value>>;
  using taken = input_of_W<d::input_of_layer<Output>>;
  using all =
      elements<typename d::projection<Query>::element, typename d::projection<Key>::element,
               typename d::projection<Value>::element, typename d::projection<Output>::element>;
  static_assert(same_elements<all>,
                "attn::nn::multi_head: the four projections must have one element type");
  static_assert(same_size<width_of_q, width_of_k>,
                "attn::nn::multi_head: q_proj and k_proj must have outputs of one size");
  static_assert(same_name<width_of_q, width_of_k>,
                "attn::nn::multi_head: the outputs of q_proj and k_proj have different names");
  static_assert(divides<head, width_of_k> && divides<head, joined>,
                "attn::nn::multi_head: the number of heads must divide the width");
  static_assert(same_axis<joined, taken>,
                "attn::nn::multi_head: the input of out_proj must be the output of v_proj");
  return same_elements<all> && same_size<width_of_q, width_of_k> &&
         same_name<width_of_q, width_of_k> && divides<head, width_of_k> && divides<head, joined> &&
         same_axis<joined, taken>;
}

// Asserted for every call of such a layer; true if it can be made.
template <class Layer, class Q, class K, class V, class... Options>
consteval bool multi_head_call_is_sound() {
  namespace d = attn::detail;
  using of_q = typename Q::shape_type;
  using of_k = typename K::shape_type;
  using of_v = typename V::shape_type;
  using all = elements<typename Layer::value_type, typename Q::value_type, typename K::value_type,
                       typename V::value_type>;
  constexpr bool ranks = is_sequence<role_of<axes_of, of_q>> &&
                         is_sequence<role_of<axes_of, of_k>> && is_sequence<role_of<axes_of, of_v>>;
  constexpr bool options_fit =
      are_options<options<Options...>> && one_of_each_kind<d::kinds_of<Options...>>;
  static_assert(is_sequence<role_of<axes_of, of_q>> && is_sequence<role_of<axes_of, of_k>> &&
                    is_sequence<role_of<axes_of, of_v>>,
                "attn::nn::multi_head: each sequence must be (token, width), or a batch of them");
  static_assert(
      same_elements<all>,
      "attn::nn::multi_head: sequences must have the element type of the layer; as<T>(x)");
  static_assert(are_options<options<Options...>>,
                "attn::nn::multi_head: call layer(x, options…) or layer(query, key, value, "
                "options…); an argument behind the sequences is no option");
  static_assert(one_of_each_kind<d::kinds_of<Options...>>,
                "attn::nn::multi_head: two options of one kind; masks are combined with &");
  if constexpr (ranks) {
    using query = width_of_X<last_axis<of_q>>;
    using key = width_of_X<last_axis<of_k>>;
    using value = width_of_X<last_axis<of_v>>;
    static_assert(
        same_axis<query, input_of_W<d::input_of_layer<typename Layer::query_layer>>>,
        ATTN_SAYS("attn::nn::multi_head: the width of the query must be the input of q_proj",
                  role_of<axes_of, of_q>));
    // One sequence that does not fit is one mistake.
    if constexpr (!std::is_same_v<of_k, of_q> || d::feeds<of_q, typename Layer::query_layer>)
      static_assert(
          same_axis<key, input_of_W<d::input_of_layer<typename Layer::key_layer>>>,
          ATTN_SAYS("attn::nn::multi_head: the width of the key must be the input of k_proj",
                    role_of<axes_of, of_k>));
    if constexpr (!std::is_same_v<of_v, of_k> || d::feeds<of_k, typename Layer::key_layer>)
      static_assert(
          same_axis<value, input_of_W<d::input_of_layer<typename Layer::value_layer>>>,
          ATTN_SAYS("attn::nn::multi_head: the width of the value must be the input of v_proj",
                    role_of<axes_of, of_v>));
    using length_of_k = length_of_K<second_to_last_axis<of_k>>;
    using length_of_v = length_of_V<second_to_last_axis<of_v>>;
    static_assert(same_axis<length_of_k, length_of_v>,
                  "attn::nn::multi_head: one value per key: both must have the same sequence");
    using leading_of_q = role_of<axes_of_Q, leading_axes<of_q>>;
    using leading_of_k = role_of<axes_of_K, leading_axes<of_k>>;
    using leading_of_v = role_of<axes_of_V, leading_axes<of_v>>;
    static_assert(same_axes<leading_of_q, leading_of_k> && same_axes<leading_of_q, leading_of_v>,
                  ATTN_SAYS("attn::nn::multi_head: the leading axes (batch) of the sequences must "
                            "agree, in front of token and width",
                            role_of<axes_of_Q, of_q>, role_of<axes_of_K, of_k>));
    return same_elements<all> && options_fit && d::feeds<of_q, typename Layer::query_layer> &&
           d::feeds<of_k, typename Layer::key_layer> &&
           d::feeds<of_v, typename Layer::value_layer> && same_axis<length_of_k, length_of_v> &&
           same_axes<leading_of_q, leading_of_k> && same_axes<leading_of_q, leading_of_v>;
  } else {
    return false;
  }
}

}  // namespace rules

namespace nn {

template <axis_like Head, attn::detail::linear_layer Query, attn::detail::linear_layer Key,
          attn::detail::linear_layer Value, attn::detail::linear_layer Output>
struct multi_head {
  using sound = std::bool_constant<rules::projections_are_sound<Head, Query, Key, Value, Output>()>;
  using value_type = typename attn::detail::projection<Query>::element;
  using query_layer = Query;
  using key_layer = Key;
  using value_layer = Value;
  BOOST_HANA_DEFINE_STRUCT(multi_head, (Query, q_proj), (Key, k_proj), (Value, v_proj),
                           (Output, out_proj));

  template <scalar U>
  using with_element =
      multi_head<Head, typename Query::template with_element<U>,
                 typename Key::template with_element<U>, typename Value::template with_element<U>,
                 typename Output::template with_element<U>>;

  template <attn::detail::sequence_tensor Q, attn::detail::sequence_tensor K,
            attn::detail::sequence_tensor V, class... Options>
  constexpr auto operator()(const Q& query, const K& key, const V& value,
                            const Options&... options) const {
    if constexpr (sound::value &&
                  rules::multi_head_call_is_sound<multi_head, Q, K, V, Options...>())
      return out_proj(
          attention_of_slices<Head>(q_proj(query), k_proj(key), v_proj(value), options...));
    else
      return query;
  }
  template <attn::detail::sequence_tensor X, class... Options>
  constexpr auto operator()(const X& x, const Options&... options) const {
    return (*this)(x, x, x, options...);
  }

  // (query, key, options…), or (x, options…)
  template <attn::detail::sequence_tensor Q, attn::detail::sequence_tensor K, class... Options>
  constexpr auto weights(const Q& query, const K& key, const Options&... options) const {
    if constexpr (sound::value &&
                  rules::multi_head_call_is_sound<multi_head, Q, K,
                                                  attn::detail::any_values_for<multi_head, K>,
                                                  Options...>()) {
      using d_k = dim<attn::detail::output_of_layer<Key>::size / Head::size>;
      return attention_weights(attn::detail::cut_into_heads<Head, d_k>(q_proj(query)),
                               attn::detail::cut_into_heads<Head, d_k>(k_proj(key)), options...);
    } else {
      return query;
    }
  }
  template <attn::detail::sequence_tensor X, class... Options>
  constexpr auto weights(const X& x, const Options&... options) const {
    return weights(x, x, options...);
  }
  template <attn::detail::sequence_tensor X, class... Arguments>
  constexpr auto averaged_weights(const X& x, const Arguments&... arguments) const {
    const auto each = weights(x, arguments...);
    if constexpr (rules::rank_is<rules::rank<decltype(each)::rank>, rules::rank<X::rank + 1>>)
      return mean<-3>(each);
    else
      return each;
  }
  friend constexpr bool operator==(const multi_head&, const multi_head&) = default;
};

// Dk and Dv columns for each head, and any widths around them.
template <scalar T, axis_like Query, axis_like Key, axis_like Value, axis_like Head, std::size_t Dk,
          std::size_t Dv, axis_like Out, class Layout, class Bias = with_bias>
using multi_head_of_widths =
    multi_head<Head, linear<T, Query, axis<"head_d_k", Head::size * Dk>, Layout, Bias>,
               linear<T, Key, axis<"head_d_k", Head::size * Dk>, Layout, Bias>,
               linear<T, Value, axis<"head_d_v", Head::size * Dv>, Layout, Bias>,
               linear<T, axis<"head_d_v", Head::size * Dv>, Out, Layout, Bias>>;

template <scalar T, axis_like Width, axis_like Head, class Layout, class Bias = with_bias>
using multi_head_attention =
    multi_head<Head, linear<T, Width, axis<"head_d_k", Width::size>, Layout, Bias>,
               linear<T, Width, axis<"head_d_k", Width::size>, Layout, Bias>,
               linear<T, Width, axis<"head_d_v", Width::size>, Layout, Bias>,
               linear<T, axis<"head_d_v", Width::size>, Width, Layout, Bias>>;

}  // namespace nn

}  // namespace attn
