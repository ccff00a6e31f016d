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
// (token, width) -> (token, out); weights are (head, token, key). An optional leading axis (a
// batch). d_k and d_v are those of one head; in nn::multi_head_attention they are width / heads, so
// that the number of heads does not change the number of parameters. Options, mainly masks: as for
// scaled_dot_product_attention. From PyTorch's parameters: attention/torch_multi_head.hpp.
//
// The type contains each axis once and determines the projections: nn::multi_head<T, widths, head,
// layout, bias>, where widths is a single width or nn::widths<…>. This keeps errors and symbols
// short.
//
// Rules: divides; and those of multi_head_attention (detail/multi_head_call.hpp), with the
// layer's projections for weights.
// Accuracy and special values: bit for bit the composition above.
// Cost: cost_of<nn::multi_head_attention<…>, X>(options…), that of the composition;
// cost::weights<Layer, Q, K>(options…), averaged_weights: of the members.
#pragma once

#include <cstddef>

#include <attn/attention/multi_head_weights.hpp>
#include <attn/attention/slices.hpp>
#include <attn/attention/widths.hpp>
#include <attn/layers/linear.hpp>
#include <attn/layers/parameters.hpp>
#include <attn/ops/reduce.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

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
  static_assert(rules::divides<rules::any_axis<Head>, rules::any_axis<joined_k>>::value &&
                    rules::divides<rules::any_axis<Head>, rules::any_axis<joined_v>>::value,
                "attn::nn::multi_head: the number of heads must divide the width");
  using query_type = linear<T, typename all::query, joined_k, Layout, Bias>;
  using key_type = linear<T, typename all::key, joined_k, Layout, Bias>;
  using value_projection = linear<T, typename all::value, joined_v, Layout, Bias>;
  using output_type = linear<T, joined_v, typename all::out, Layout, Bias>;
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
                 "attn::nn::multi_head: the result would have two axes of one name");
    if constexpr (asked::holds)
      return attend(query, rest...);
    else
      return query;
  }

  // (query, key, options…), or (x, options…).
  template <attn::detail::sequence_tensor Q, attn::detail::sequence_tensor K, class... Options>
  ATTN_ABI constexpr auto weights(const Q& query, const K& key, const Options&... options) const {
    using asked = weights_call<Q, K, Options...>;
    ATTN_REQUIRE_MULTI_HEAD(asked);
    if constexpr (asked::holds) {
      const auto q = attn::detail::cut_into_heads<Head, d_k>(q_proj(query));
      const auto k = attn::detail::cut_into_heads<Head, d_k>(k_proj(key));
      return attention_weights(q, k, options...);
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
    // One after the other: a record (learning/gradient.hpp) has an order, arguments have none.
    const auto q = q_proj(query);
    const auto k = k_proj(key);
    const auto v = v_proj(value);
    return out_proj(attention_of_slices<Head>(q, k, v, options...));
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

template <class T, class Widths, class Head, class Layout, class Bias>
struct counting_rule<nn::multi_head<T, Widths, Head, Layout, Bias>> {
  using layer = nn::multi_head<T, Widths, Head, Layout, Bias>;
  using query = typename layer::query_type;
  using key = typename layer::key_type;
  using value = typename layer::value_projection;

  template <class Q, class K, class V, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<Q, K, V>, const Options&... options) {
    using namespace cost::detail;
    using out = decltype(some<layer>()(some<Q>(), some<K>(), some<V>(), options...));
    using joined = with_last_axis<typename out::shape_type, typename layer::joined_v>;
    return possible<out> + cost_of<query, Q>() + cost_of<key, K>() + cost_of<value, V>() +
           cost::attention_of_slices<Head, result_of<query, Q>, result_of<key, K>,
                                     result_of<value, V>>(options...) +
           cost_of<typename layer::output_type, tensor_of<T, joined>>();
  }
  template <class X, class... Options>
  ATTN_ABI static constexpr operation_count of(input_types<X>, const Options&... options) {
    return of(input_types<X, X, X>{}, options...);
  }
};

namespace cost {
template <class Layer, class Q, class K, class... Options>
ATTN_ABI constexpr operation_count weights(const Options&... options) {
  using namespace detail;
  using out = decltype(some<Layer>().weights(some<Q>(), some<K>(), options...));
  using query = typename Layer::query_type;
  using key = typename Layer::key_type;
  return possible<out> + cost_of<query, Q>() + cost_of<key, K>() +
         weights_of_slices<typename Layer::head, result_of<query, Q>, result_of<key, K>>(
             options...);
}
template <class Layer, class Q, class K, class... Options>
ATTN_ABI constexpr operation_count averaged_weights(const Options&... options) {
  using each =
      decltype(detail::some<Layer>().weights(detail::some<Q>(), detail::some<K>(), options...));
  return weights<Layer, Q, K>(options...) + mean<each, -3>();
}
}  // namespace cost

}  // namespace attn
ATTN_STRICT_FP_END
