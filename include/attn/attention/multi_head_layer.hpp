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
//
// (token, width) -> (token, out); weights are (head, token, key). A leading axis (a batch) goes
// along. d_k and d_v are those of one head; in nn::multi_head_attention they are width / heads, so
// that the number of heads does not change the number of parameters. Options, masks above all: as
// for scaled_dot_product_attention. From PyTorch's parameters: attention/torch_multi_head.hpp.
//
// The type says each axis once, and the projections follow from it: nn::multi_head<T, widths, head,
// layout, bias>, where widths is the one width, or nn::widths<…>. Errors and symbols stay short.
//
// Rules: divides; same_axis of each sequence's width and its projection's input, of key's and
// value's sequences; same_axes of the leading ones; is_sequence; distinct_axes, with the heads;
// same_elements; are_options, one_of_each_kind; what masks and biases ask.
// Accuracy and special values: bit for bit the composition above.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/heads.hpp>
#include <attn/attention/multi_head_weights.hpp>
#include <attn/attention/slices.hpp>
#include <attn/attention/widths.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/rules/broken.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {

// Asserted once for each layer; true if its heads can share the widths.
template <class Head, class JoinedK, class JoinedV>
consteval bool heads_are_sound() {
  using head = any_axis<Head>;
  static_assert(divides<head, any_axis<JoinedK>>::value && divides<head, any_axis<JoinedV>>::value,
                "attn::nn::multi_head: the number of heads must divide the width");
  return divides<head, any_axis<JoinedK>>::value && divides<head, any_axis<JoinedV>>::value;
}

// Asserted for every call, of the rule that its options break; true if they break none.
template <broken Rule>
consteval bool multi_head_options_are_sound() {
  static_assert(Rule != broken::distinct_axes,
                "attn::nn::multi_head: an axis of a sequence has the name of the heads");
  static_assert(Rule != broken::are_options,
                "attn::nn::multi_head: its arguments are (x, options…) or (query, key, value, "
                "options…)");
  static_assert(Rule != broken::one_of_each_kind,
                "attn::nn::multi_head: two options of one kind; masks are combined with &");
  static_assert(
      Rule != broken::scores_fit,
      "attn::nn::multi_head: a score or a bias of yours must have the axes of the scores, "
      "(…, head, query, key), and their element type");
  static_assert(Rule != broken::aligned_mask,
                "attn::nn::multi_head: causal<> and sliding_window<l, r> are for as many keys as "
                "queries; else say from where: causal<top_left>, causal<bottom_right>");
  static_assert(Rule != broken::mask_fits,
                "attn::nn::multi_head: a mask must have the axes of the scores, (…, query, key); "
                "one of keys alone is key_padding(mask)");
  static_assert(Rule != broken::rows_are_settled,
                "attn::nn::multi_head: the mask leaves a query without any key; say what its "
                "weights are: fully_masked<zero_rows>, fully_masked<nan_rows>");
  return Rule == broken::no_rule;
}

}  // namespace rules

namespace nn {

template <scalar T, attn::detail::head_widths Widths, axis_like Head, class Layout,
          class Bias = with_bias>
struct multi_head {
  using value_type = T;
  using head = Head;
  using all = attn::detail::widths_in<Widths>;
  using joined_k = typename all::template joined_k<Head>;
  using joined_v = typename all::template joined_v<Head>;
  using d_k = dim<joined_k::size / Head::size>;
  using d_v = dim<joined_v::size / Head::size>;
  using sound = std::bool_constant<rules::heads_are_sound<Head, joined_k, joined_v>()>;
  using query_type = linear<T, typename all::query, joined_k, Layout, Bias>;
  using key_type = linear<T, typename all::key, joined_k, Layout, Bias>;
  using value_projection = linear<T, typename all::value, joined_v, Layout, Bias>;
  using output_type = linear<T, joined_v, typename all::out, Layout, Bias>;
  ATTN_MEMBERS(multi_head, (query_type, q_proj), (key_type, k_proj), (value_projection, v_proj),
               (output_type, out_proj));

  template <scalar U>
  using with_element = multi_head<U, Widths, Head, Layout, Bias>;

  // (x, options…), or (query, key, value, options…). All rules stand here, so that an error names
  // the call and nothing else.
  template <attn::detail::sequence_tensor Q, class... Rest>
  ATTN_ABI constexpr auto operator()(const Q& query, const Rest&... rest) const {
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
    using types =
        rules::elements<T, typename Q::value_type, typename K::value_type, typename V::value_type>;
    constexpr bool ranks = rules::is_sequence<axes_of_q>::value &&
                           rules::is_sequence<axes_of_k>::value &&
                           rules::is_sequence<axes_of_v>::value;
    static_assert(rules::is_sequence<rules::in_brief<axes_of_q>>::value &&
                      rules::is_sequence<rules::in_brief<axes_of_k>>::value &&
                      rules::is_sequence<rules::in_brief<axes_of_v>>::value,
                  "attn::nn::multi_head: each sequence must be (token, width), or a batch of them");
    static_assert(rules::same_elements<types>::value,
                  "attn::nn::multi_head: sequences must have the element type of the layer; "
                  "as<T>(x)");
    using width_of_q = rules::width_of_X<last_axis<of_q>>;
    using width_of_k = rules::width_of_X<last_axis<of_k>>;
    using width_of_v = rules::width_of_X<last_axis<of_v>>;
    using input_of_q = rules::input_of_W<typename all::query>;
    using input_of_k = rules::input_of_W<typename all::key>;
    using input_of_v = rules::input_of_W<typename all::value>;
    // One sequence that does not fit in any of its roles is one mistake.
    constexpr bool key_is_said =
        !ranks || (std::is_same_v<K, Q> && !feeds<of_q, typename all::query>);
    constexpr bool value_is_said =
        !ranks || (std::is_same_v<V, K> && !feeds<of_k, typename all::key>);
    static_assert(!ranks || rules::same_axis<width_of_q, input_of_q>::value,
                  "attn::nn::multi_head: the width of the query must be the input of q_proj");
    static_assert(key_is_said || rules::same_axis<width_of_k, input_of_k>::value,
                  "attn::nn::multi_head: the width of the key must be the input of k_proj");
    static_assert(value_is_said || rules::same_axis<width_of_v, input_of_v>::value,
                  "attn::nn::multi_head: the width of the value must be the input of v_proj");
    using length_of_k = rules::length_of_K<second_to_last_axis<of_k>>;
    using length_of_v = rules::length_of_V<second_to_last_axis<of_v>>;
    using batch_of_q = rules::role_of<rules::axes_of_Q, leading_axes<of_q>>;
    using batch_of_k = rules::role_of<rules::axes_of_K, leading_axes<of_k>>;
    using batch_of_v = rules::role_of<rules::axes_of_V, leading_axes<of_v>>;
    constexpr bool lengths = rules::same_axis<length_of_k, length_of_v>::value;
    static_assert(!ranks || rules::same_axis<length_of_k, length_of_v>::value,
                  "attn::nn::multi_head: one value per key: both must have the same sequence");
    constexpr bool unasked = !ranks || !lengths;
    static_assert(unasked || rules::same_axes<batch_of_q, batch_of_k>::value,
                  "attn::nn::multi_head: the leading axes (batch) of the sequences must agree, in "
                  "front of token and width");
    static_assert(unasked || !rules::same_axes<batch_of_q, batch_of_k>::value ||
                      rules::same_axes<batch_of_q, batch_of_v>::value,
                  "attn::nn::multi_head: the leading axes (batch) of the sequences must agree, in "
                  "front of token and width");
    constexpr bool fit = sound::value && ranks && lengths && rules::same_elements<types>::value &&
                         feeds<of_q, typename all::query> && feeds<of_k, typename all::key> &&
                         feeds<of_v, typename all::value> &&
                         rules::same_axes<batch_of_q, batch_of_k>::value &&
                         rules::same_axes<batch_of_q, batch_of_v>::value;
    constexpr auto rule = attn::detail::broken_in_heads<fit, multi_head, of_q, of_k>(
        static_cast<typename call::options*>(nullptr));
    if constexpr (rules::multi_head_options_are_sound<rule>() && fit)
      return attend(query, rest...);
    else
      return query;
  }

  // (query, key, options…), or (x, options…).
  template <attn::detail::sequence_tensor Q, attn::detail::sequence_tensor K, class... Options>
  ATTN_ABI constexpr auto weights(const Q& query, const K& key, const Options&... options) const {
    using axes_of_q = rules::role_of<rules::axes_of, typename Q::shape_type>;
    using axes_of_k = rules::role_of<rules::axes_of, typename K::shape_type>;
    using shape_of_q = attn::detail::sequence_shape<typename Q::shape_type>;
    using shape_of_k = attn::detail::sequence_shape<typename K::shape_type>;
    using types = rules::elements<T, typename Q::value_type, typename K::value_type>;
    using batch_of_q = rules::role_of<rules::axes_of_Q, leading_axes<shape_of_q>>;
    using batch_of_k = rules::role_of<rules::axes_of_K, leading_axes<shape_of_k>>;
    constexpr bool ranks =
        rules::is_sequence<axes_of_q>::value && rules::is_sequence<axes_of_k>::value;
    constexpr bool of_q = attn::detail::feeds<shape_of_q, typename all::query>;
    constexpr bool of_k = attn::detail::feeds<shape_of_k, typename all::key>;
    static_assert(rules::is_sequence<rules::in_brief<axes_of_q>>::value &&
                      rules::is_sequence<rules::in_brief<axes_of_k>>::value,
                  "attn::nn::multi_head: each sequence must be (token, width), or a batch of them");
    static_assert(rules::same_elements<types>::value,
                  "attn::nn::multi_head: sequences must have the element type of the layer; "
                  "as<T>(x)");
    static_assert(!ranks || of_q,
                  "attn::nn::multi_head: the width of the query must be the input of q_proj");
    static_assert(!ranks || of_k || (std::is_same_v<Q, K> && !of_q),
                  "attn::nn::multi_head: the width of the key must be the input of k_proj");
    static_assert(!ranks || rules::same_axes<batch_of_q, batch_of_k>::value,
                  "attn::nn::multi_head: the leading axes (batch) of the sequences must agree, in "
                  "front of token and width");
    constexpr bool fit = sound::value && ranks && of_q && of_k &&
                         rules::same_elements<types>::value &&
                         rules::same_axes<batch_of_q, batch_of_k>::value;
    constexpr auto rule = attn::detail::broken_in_heads<fit, multi_head, shape_of_q, shape_of_k>(
        static_cast<rules::options<Options...>*>(nullptr));
    if constexpr (rules::multi_head_options_are_sound<rule>() && fit)
      return attention_weights(attn::detail::cut_into_heads<Head, d_k>(q_proj(query)),
                               attn::detail::cut_into_heads<Head, d_k>(k_proj(key)), options...);
    else
      return query;
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
    return out_proj(
        attention_of_slices<Head>(q_proj(query), k_proj(key), v_proj(value), options...));
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

template <scalar T, axis_like Width, axis_like Head, class Layout, class Bias = with_bias>
using multi_head_attention = multi_head<T, Width, Head, Layout, Bias>;

}  // namespace nn

}  // namespace attn
ATTN_STRICT_FP_END
