// SPDX-License-Identifier: BSL-1.0
// The cost of multi-head attention, in each of its forms.
//
//   cost_of<nn::multi_head_attention<…>, X>(causal<>)      the layer, as it is called
//   cost_of<nn::multi_head<…>, Q, K, V>()
//   cost::multi_head_attention<Xq, Xk, Xv, Wq, Wk, Wv>()   the functions, their types in the
//   cost::multi_head_attention<Head, …, Wo>(causal<>)      order of the call
//
// Projections: a dot product of the input's width for each element of Q, K and V; then scaled
// dot-product attention in each head; then a dot product over all heads for each element of the
// output. With fixed widths, the number of heads affects only the cost of the scores (scale,
// softmax), of which there are heads * T_q * T_k.
//
// An invalid call is rejected with the error of that call.
#pragma once

#include <cstddef>

#include <attn/attention/cost.hpp>
#include <attn/attention/multi_head.hpp>
#include <attn/attention/multi_head_layer.hpp>
#include <attn/attention/multi_head_self.hpp>
#include <attn/layers/cost.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost {

template <class X, class W>
ATTN_ABI constexpr operation_count project_heads() {
  using heads = decltype(attn::project_heads(detail::some<X>(), detail::some<W>()));
  return heads::volume * detail::contraction(detail::width_of<X>);
}

namespace detail {

// The types of a call: <head>, if it has that, and its tensors.
template <class First, class... Rest>
struct types_of_call {
  using head = heads_of_the_weights;
  using tensors = input_types<First, Rest...>;
};
template <axis_like Head, class... Rest>
struct types_of_call<Head, Rest...> {
  using head = Head;
  using tensors = input_types<Rest...>;
};

// Rows as they are cut into heads.
template <class Head, class X>
using cut = decltype(attn::detail::cut_into_heads<Head, dim<width_of<X> / Head::size>>(some<X>()));

template <class Head, class X, class W>
using in_heads = decltype(attn::detail::in_heads<Head>(some<X>(), some<W>()));
template <class Head, class X, class W>
ATTN_ABI constexpr operation_count projection() {
  return in_heads<Head, X, W>::volume * contraction(width_of<X>);
}

// What every form computes, without an output projection.
template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Options>
ATTN_ABI constexpr operation_count in_each_head(const Options&... options) {
  return projection<Head, Xq, Wq>() + projection<Head, Xk, Wk>() + projection<Head, Xv, Wv>() +
         cost::scaled_dot_product_attention<in_heads<Head, Xq, Wq>, in_heads<Head, Xk, Wk>,
                                            in_heads<Head, Xv, Wv>>(options...);
}
// The output projection: of all heads, for each number of the result.
template <class Out, class Wo>
ATTN_ABI constexpr operation_count output() {
  return Out::volume * contraction(rows_in<Wo>);
}

template <class Head, class Xq, class Xk, class Xv, class Wq, class Wk, class Wv, class... Wo,
          class... Options>
ATTN_ABI constexpr operation_count attention(input_types<Xq, Xk, Xv, Wq, Wk, Wv, Wo...>,
                                             const Options&... options) {
  using out =
      decltype(attn::multi_head_attention<Head>(some<Xq>(), some<Xk>(), some<Xv>(), some<Wq>(),
                                                some<Wk>(), some<Wv>(), some<Wo>()..., options...));
  return (possible<out> + ... + output<out, Wo>()) +
         in_each_head<Head, Xq, Xk, Xv, Wq, Wk, Wv>(options...);
}
template <class Head, class X, class Wq, class Wk, class Wv, class... Wo, class... Options>
ATTN_ABI constexpr operation_count self_attention(input_types<X, Wq, Wk, Wv, Wo...>,
                                                  const Options&... options) {
  using out = decltype(attn::multi_head_self_attention<Head>(
      some<X>(), some<Wq>(), some<Wk>(), some<Wv>(), some<Wo>()..., options...));
  return (possible<out> + ... + output<out, Wo>()) +
         in_each_head<Head, X, X, X, Wq, Wk, Wv>(options...);
}
template <class Head, class Xq, class Xk, class Wq, class Wk, class... Options>
ATTN_ABI constexpr operation_count weights(input_types<Xq, Xk, Wq, Wk>, const Options&... options) {
  using out = decltype(attn::multi_head_attention_weights<Head>(some<Xq>(), some<Xk>(), some<Wq>(),
                                                                some<Wk>(), options...));
  return possible<out> + projection<Head, Xq, Wq>() + projection<Head, Xk, Wk>() +
         cost::attention_weights<in_heads<Head, Xq, Wq>, in_heads<Head, Xk, Wk>>(options...);
}

}  // namespace detail

// Of the axis of the heads, if the call has it, and the tensors in the order of the call: Wo last,
// if there is one.
template <class First, class... Tensors, class... Options>
ATTN_ABI constexpr operation_count multi_head_attention(const Options&... options) {
  using types = detail::types_of_call<First, Tensors...>;
  return detail::attention<typename types::head>(typename types::tensors{}, options...);
}
template <class First, class... Tensors, class... Options>
ATTN_ABI constexpr operation_count multi_head_self_attention(const Options&... options) {
  using types = detail::types_of_call<First, Tensors...>;
  return detail::self_attention<typename types::head>(typename types::tensors{}, options...);
}
template <class First, class... Tensors, class... Options>
ATTN_ABI constexpr operation_count multi_head_attention_weights(const Options&... options) {
  using types = detail::types_of_call<First, Tensors...>;
  return detail::weights<typename types::head>(typename types::tensors{}, options...);
}

// Heads cut from Q, K and V as they are.
template <class Head, class Q, class K, class V, class... Options>
ATTN_ABI constexpr operation_count attention_of_slices(const Options&... options) {
  using out = decltype(attn::attention_of_slices<Head>(detail::some<Q>(), detail::some<K>(),
                                                       detail::some<V>(), options...));
  return detail::possible<out> +
         cost::scaled_dot_product_attention<detail::cut<Head, Q>, detail::cut<Head, K>,
                                            detail::cut<Head, V>>(options...);
}

}  // namespace attn::cost

namespace attn {

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

// layer.weights(query, key), of nn::multi_head, and the mean of its heads.
template <class Layer, class Q, class K, class... Options>
ATTN_ABI constexpr operation_count weights(const Options&... options) {
  using namespace detail;
  using out = decltype(some<Layer>().weights(some<Q>(), some<K>(), options...));
  using head = typename Layer::head;
  using query = typename Layer::query_type;
  using key = typename Layer::key_type;
  return possible<out> + cost_of<query, Q>() + cost_of<key, K>() +
         cost::attention_weights<cut<head, result_of<query, Q>>, cut<head, result_of<key, K>>>(
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
