// SPDX-License-Identifier: BSL-1.0
// The widths of a multi-head layer, if they are not all the same.
//
//   nn::multi_head<T, nn::widths<query, key, value, d_k, d_v, out>, head, layout[, bias]>
//   nn::multi_head<T, width, head, layout[, bias]>    all of them are `width`
//
// query, key, value, out are axes, those of the sequences and of the result; d_k and d_v numbers,
// the columns of one head. The axes of the concatenated heads are "head_d_k" and "head_d_v", so
// that queries and values cannot be confused. The rules are those of the layer
// (attention/multi_head_layer.hpp).
#pragma once

#include <cstddef>

#include <attn/tensor/tensor.hpp>

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

}  // namespace attn
ATTN_STRICT_FP_END
