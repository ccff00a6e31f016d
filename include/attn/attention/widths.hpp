// SPDX-License-Identifier: BSL-1.0
// The widths of a multi-head layer, where they are not all one.
//
//   nn::multi_head<T, nn::widths<query, key, value, d_k, d_v, out>, head, layout[, bias]>
//   nn::multi_head<T, width, head, layout[, bias]>    all of them `width`, which the heads share
//
// query, key, value, out are axes, those of the sequences and of the result; d_k and d_v numbers,
// the columns of one head. Side by side the heads are "head_d_k" and "head_d_v", two axes of their
// own, so that queries do not meet values by mistake. Beside it stands what a layer finds out about
// the sequences and options of a call; the rules are the layer's (attention/multi_head_layer.hpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/attention/options.hpp>
#include <attn/attention/weights.hpp>
#include <attn/rules/broken.hpp>
#include <attn/rules/relations.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// --- for models/, until their calls are types ----------------------------------------------------

template <class X>
consteval auto width_in() {
  return last_axis<X>{};
}

// No axis of the sequence has the name of one that its heads will add.
template <class X, class Head, class Joined>
inline constexpr bool has_room_for_heads =
    rules::distinct_axes<rules::role_of<rules::result_axes, append_axis<X, Head>>>::value &&
    rules::distinct_axes<rules::role_of<rules::result_axes, with_last_axis<X, Joined>>>::value;

// A sequence (…, token, width) as its heads see it: (…, head, token, d).
template <class X, class Head, class D>
using shape_in_heads = append_axis<with_axis<without_axis<X, X::rank - 1>, X::rank - 2, Head>, D>;

}  // namespace detail

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

// The rule that the options of an attention with heads break, if its sequences Fit at all.
template <bool Fit, class Layer, class Q, class K, class... Options>
consteval rules::broken broken_in_heads(rules::options<Options...>*) {
  using head = typename Layer::head;
  using d_k = typename Layer::d_k;
  using joined = typename Layer::joined_k;
  if constexpr (!Fit)
    return broken_by_kinds<Options...>();
  else if constexpr (!has_room_for_heads<Q, head, joined> || !has_room_for_heads<K, head, joined>)
    return rules::broken::distinct_axes;
  else
    return broken_by_options<typename Layer::value_type, shape_in_heads<Q, head, d_k>,
                             shape_in_heads<K, head, d_k>, Options...>();
}

template <class Widths>
concept head_widths = axis_like<Widths> || requires { typename Widths::out; };

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
