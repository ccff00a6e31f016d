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
// Rules: divides; same_size, same_name of q_proj's and k_proj's output; same_axis of v_proj's
// output and out_proj's input, of each sequence's width and its projection's input, of key's and
// value's sequences; same_axes of the leading ones; is_sequence; same_elements; are_options,
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

// A tensor that is no option, as a mask of entries is.
template <class X>
concept sequence_tensor = any_tensor<X> && !attention_option<X>;

// Query, key and value: three sequences, or one in all the roles.
template <class Q, class... Rest>
struct sequences_in {
  using key = Q;
  using value = Q;
  using options = rules::options<Rest...>;
};
template <class Q, sequence_tensor K, sequence_tensor V, class... Options>
struct sequences_in<Q, K, V, Options...> {
  using key = K;
  using value = V;
  using options = rules::options<Options...>;
};

// The shape of a sequence; where it is none, of one that breaks no other rule.
template <class X>
using sequence_shape = std::conditional_t<(X::rank >= 2), X, shape<dim<1>, dim<1>>>;

}  // namespace detail

namespace rules {

// Asserted once for each layer, of what its four projections have: element types, outputs of q, k
// and v, input of the last; true if they are those of multi-head attention.
template <class T, class Head, class Q, class K, class V, class O>
consteval bool projections_are_sound() {
  using head = any_axis<Head>;
  using width_of_q = width_of_Q<Q>;
  using width_of_k = width_of_K<K>;
  using joined = output_of_W<V>;
  using taken = input_of_W<O>;
  static_assert(same_elements<T>,
                "attn::nn::multi_head: the four projections must have one element type");
  static_assert(same_size<width_of_q, width_of_k>,
                "attn::nn::multi_head: q_proj and k_proj must have outputs of one size");
  static_assert(same_name<width_of_q, width_of_k>,
                "attn::nn::multi_head: the outputs of q_proj and k_proj have different names");
  static_assert(divides<head, width_of_k> && divides<head, joined>,
                "attn::nn::multi_head: the number of heads must divide the width");
  static_assert(same_axis<joined, taken>,
                "attn::nn::multi_head: the input of out_proj must be the output of v_proj");
  return same_elements<T> && same_size<width_of_q, width_of_k> &&
         same_name<width_of_q, width_of_k> && divides<head, width_of_k> && divides<head, joined> &&
         same_axis<joined, taken>;
}

}  // namespace rules

namespace nn {

template <axis_like Head, attn::detail::linear_layer Query, attn::detail::linear_layer Key,
          attn::detail::linear_layer Value, attn::detail::linear_layer Output>
struct multi_head {
  using elements = rules::elements<typename attn::detail::projection<Query>::element,
                                   typename attn::detail::projection<Key>::element,
                                   typename attn::detail::projection<Value>::element,
                                   typename attn::detail::projection<Output>::element>;
  using sound = std::bool_constant<rules::projections_are_sound<
      elements, Head, attn::detail::output_of_layer<Query>, attn::detail::output_of_layer<Key>,
      attn::detail::output_of_layer<Value>, attn::detail::input_of_layer<Output>>()>;
  using value_type = typename attn::detail::projection<Query>::element;
  BOOST_HANA_DEFINE_STRUCT(multi_head, (Query, q_proj), (Key, k_proj), (Value, v_proj),
                           (Output, out_proj));

  template <scalar U>
  using with_element =
      multi_head<Head, typename Query::template with_element<U>,
                 typename Key::template with_element<U>, typename Value::template with_element<U>,
                 typename Output::template with_element<U>>;

  // (x, options…), or (query, key, value, options…). All rules stand here, so that an error names
  // the call and nothing else.
  template <attn::detail::sequence_tensor Q, class... Rest>
  constexpr auto operator()(const Q& query, const Rest&... rest) const {
    using attn::detail::feeds;
    using call = attn::detail::sequences_in<Q, Rest...>;
    using K = typename call::key;
    using V = typename call::value;
    using axes_of_q = rules::role_of<rules::axes_of, typename Q::shape_type>;
    using axes_of_k = rules::role_of<rules::axes_of, typename K::shape_type>;
    using axes_of_v = rules::role_of<rules::axes_of, typename V::shape_type>;
    using of_q = attn::detail::sequence_shape<typename Q::shape_type>;
    using of_k = attn::detail::sequence_shape<typename K::shape_type>;
    using of_v = attn::detail::sequence_shape<typename V::shape_type>;
    using all = rules::elements<value_type, typename Q::value_type, typename K::value_type,
                                typename V::value_type>;
    using options = typename call::options;
    using kinds = attn::detail::kinds_in<options>;
    constexpr bool ranks = rules::is_sequence<axes_of_q> && rules::is_sequence<axes_of_k> &&
                           rules::is_sequence<axes_of_v>;
    static_assert(rules::is_sequence<axes_of_q> && rules::is_sequence<axes_of_k> &&
                      rules::is_sequence<axes_of_v>,
                  "attn::nn::multi_head: each sequence must be (token, width), or a batch of them");
    static_assert(rules::same_elements<all>,
                  "attn::nn::multi_head: sequences must have the element type of the layer; "
                  "as<T>(x)");
    static_assert(rules::are_options<options>,
                  "attn::nn::multi_head: its arguments are (x, options…) or (query, key, value, "
                  "options…)");
    static_assert(rules::one_of_each_kind<kinds>,
                  "attn::nn::multi_head: two options of one kind; masks are combined with &");
    using width_of_q = rules::width_of_X<last_axis<of_q>>;
    using width_of_k = rules::width_of_X<last_axis<of_k>>;
    using width_of_v = rules::width_of_X<last_axis<of_v>>;
    using input_of_q = rules::input_of_W<attn::detail::input_of_layer<Query>>;
    using input_of_k = rules::input_of_W<attn::detail::input_of_layer<Key>>;
    using input_of_v = rules::input_of_W<attn::detail::input_of_layer<Value>>;
    // One sequence that does not fit in any of its roles is one mistake.
    constexpr bool key_is_said = !ranks || (std::is_same_v<K, Q> && !feeds<of_q, Query>);
    constexpr bool value_is_said = !ranks || (std::is_same_v<V, K> && !feeds<of_k, Key>);
    static_assert(!ranks || rules::same_axis<width_of_q, input_of_q>,
                  "attn::nn::multi_head: the width of the query must be the input of q_proj");
    static_assert(key_is_said || rules::same_axis<width_of_k, input_of_k>,
                  "attn::nn::multi_head: the width of the key must be the input of k_proj");
    static_assert(value_is_said || rules::same_axis<width_of_v, input_of_v>,
                  "attn::nn::multi_head: the width of the value must be the input of v_proj");
    using length_of_k = rules::length_of_K<second_to_last_axis<of_k>>;
    using length_of_v = rules::length_of_V<second_to_last_axis<of_v>>;
    using batch_of_q = rules::role_of<rules::axes_of_Q, leading_axes<of_q>>;
    using batch_of_k = rules::role_of<rules::axes_of_K, leading_axes<of_k>>;
    using batch_of_v = rules::role_of<rules::axes_of_V, leading_axes<of_v>>;
    constexpr bool lengths = rules::same_axis<length_of_k, length_of_v>;
    static_assert(!ranks || rules::same_axis<length_of_k, length_of_v>,
                  "attn::nn::multi_head: one value per key: both must have the same sequence");
    constexpr bool unasked = !ranks || !lengths;
    static_assert(unasked || rules::same_axes<batch_of_q, batch_of_k>,
                  "attn::nn::multi_head: the leading axes (batch) of the sequences must agree, in "
                  "front of token and width");
    static_assert(unasked || !rules::same_axes<batch_of_q, batch_of_k> ||
                      rules::same_axes<batch_of_q, batch_of_v>,
                  "attn::nn::multi_head: the leading axes (batch) of the sequences must agree, in "
                  "front of token and width");
    if constexpr (sound::value && ranks && lengths && rules::same_elements<all> &&
                  rules::are_options<options> && rules::one_of_each_kind<kinds> &&
                  feeds<of_q, Query> && feeds<of_k, Key> && feeds<of_v, Value> &&
                  rules::same_axes<batch_of_q, batch_of_k> &&
                  rules::same_axes<batch_of_q, batch_of_v>)
      return attend(query, rest...);
    else
      return query;
  }

  // (query, key, options…), or (x, options…); of options and batches attention_weights speaks.
  template <attn::detail::sequence_tensor Q, attn::detail::sequence_tensor K, class... Options>
  constexpr auto weights(const Q& query, const K& key, const Options&... options) const {
    using axes_of_q = rules::role_of<rules::axes_of, typename Q::shape_type>;
    using axes_of_k = rules::role_of<rules::axes_of, typename K::shape_type>;
    using all = rules::elements<value_type, typename Q::value_type, typename K::value_type>;
    constexpr bool ranks = rules::is_sequence<axes_of_q> && rules::is_sequence<axes_of_k>;
    constexpr bool of_q = attn::detail::feeds<typename Q::shape_type, Query>;
    constexpr bool of_k = attn::detail::feeds<typename K::shape_type, Key>;
    static_assert(rules::is_sequence<axes_of_q> && rules::is_sequence<axes_of_k>,
                  "attn::nn::multi_head: each sequence must be (token, width), or a batch of them");
    static_assert(rules::same_elements<all>,
                  "attn::nn::multi_head: sequences must have the element type of the layer; "
                  "as<T>(x)");
    static_assert(!ranks || of_q,
                  "attn::nn::multi_head: the width of the query must be the input of q_proj");
    static_assert(!ranks || of_k || (std::is_same_v<Q, K> && !of_q),
                  "attn::nn::multi_head: the width of the key must be the input of k_proj");
    if constexpr (sound::value && ranks && of_q && of_k && rules::same_elements<all>) {
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

 private:
  // The composition, of what has been checked.
  template <class Q, attn::detail::sequence_tensor K, attn::detail::sequence_tensor V,
            class... Options>
  constexpr auto attend(const Q& query, const K& key, const V& value,
                        const Options&... options) const {
    return out_proj(
        attention_of_slices<Head>(q_proj(query), k_proj(key), v_proj(value), options...));
  }
  template <class X, class... Options>
  constexpr auto attend(const X& x, const Options&... options) const {
    return attend(x, x, x, options...);
  }
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
