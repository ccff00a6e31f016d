// SPDX-License-Identifier: BSL-1.0
// Heads: splits the width of queries, keys or values into heads, and merges it again.
//
//   split_heads<head, d_k>(x)    (token, width) -> (head, token, d_k)
//   merge_heads<"width">(y)      (head, token, d_k) -> (token, width)
//
// Head h has the columns h * d_k … h * d_k + d_k - 1 of every token. An optional leading axis of x
// (a batch) remains first. Both include the transposition: a reshape of (token, width) to (head,
// token, d_k) has the right sizes, but mixes tokens. Exact, and inverse to each other.
// Rules: is_sequence; rank_at_least three; same_volume, head times d_k is the width; distinct_axes.
#pragma once

#include <attn/ops/permute.hpp>
#include <attn/tensor/calls.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// A sequence (…, token, width) as its heads see it: (…, head, token, d).
template <class X, class Head, class D>
using shape_in_heads = append_axis<with_axis<without_axis<X, X::rank - 1>, X::rank - 2, Head>, D>;

// The width of x, which Head divides, cut. The split and the transposition in one copy.
template <class Head, class Width, class T, class... Axes>
ATTN_ABI constexpr auto cut_into_heads(const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  using read = splice_axes<from, from::rank - 1, Head, Width>;
  using result = shape_in_heads<from, Head, Width>;
  if constexpr (from::rank == 2)
    return rearranged<result, read, 1, 0, 2>(x);
  else
    return rearranged<result, read, 0, 2, 1, 3>(x);
}

// The way back: (…, head, token, d_k) -> (…, token, Width).
template <class Width, class T, class... Axes>
ATTN_ABI constexpr auto put_heads_together(const tensor<T, Axes...>& y) {
  using from = shape<Axes...>;
  using rest = without_axis<without_axis<from, from::rank - 1>, from::rank - 3>;
  using result = append_axis<rest, Width>;
  if constexpr (from::rank == 3)
    return rearranged<result, from, 1, 0, 2>(y);
  else
    return rearranged<result, from, 0, 2, 1, 3>(y);
}

}  // namespace detail

namespace rules {

template <class Head, class Width, class X>
struct split_heads_call;
template <class Head, class Width, class T, class... Axes>
struct split_heads_call<Head, Width, tensor<T, Axes...>> {
  using from = shape<Axes...>;
  using operands = roles<axes_of<Axes...>>;
  using sequence = is_sequence<in_brief<axes_of<Axes...>>>;
  using whole_width =
      only_if<sequence::value,
              same_volume<any_axis<last_axis<from>>, sizes<Head::size, Width::size>>>;
  using distinct =
      only_if<sequence::value,
              distinct_axes<repeated_in<splice_axes<from, from::rank - 1, Head, Width>>>>;
  static constexpr bool holds = all_hold<sequence, whole_width, distinct>;
};

template <label To, class X>
struct merge_heads_call;
template <label To, class T, class... Axes>
struct merge_heads_call<To, tensor<T, Axes...>> {
  using from = shape<Axes...>;
  using rest = without_axis<without_axis<from, from::rank - 1>, from::rank - 3>;
  using width = axis<To, last_axis<from>::size * axis_at<from, from::rank - 3>::size>;
  using operands = roles<axes_of<Axes...>>;
  using three_axes = rank_at_least<axes_of<Axes...>, rank<3>>;
  using distinct = only_if<three_axes::value, distinct_axes<repeated_in<append_axis<rest, width>>>>;
  static constexpr bool holds = all_hold<three_axes, distinct>;
};

}  // namespace rules

template <axis_like Head, axis_like Width, class T, class... Axes>
ATTN_ABI constexpr auto split_heads(const tensor<T, Axes...>& x) {
  using call = rules::split_heads_call<Head, Width, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, sequence,
               "attn::split_heads<head, d_k>(x): x must be (token, width), or a batch of them");
  ATTN_REQUIRE(call, whole_width, "attn::split_heads(x): head times d_k must be the width of x");
  ATTN_REQUIRE(call, distinct,
               "attn::split_heads<head, d_k>(x): x has an axis of that name already");
  if constexpr (call::holds)
    return detail::cut_into_heads<Head, Width>(x);
  else
    return x;
}

template <label To, class T, class... Axes>
ATTN_ABI constexpr auto merge_heads(const tensor<T, Axes...>& y) {
  using call = rules::merge_heads_call<To, tensor<T, Axes...>>;
  ATTN_REQUIRE(call, three_axes,
               "attn::merge_heads<width>(y): y must be (head, token, d_k), or a batch of them");
  ATTN_REQUIRE(call, distinct, "attn::merge_heads<width>(y): y has an axis of that name already");
  if constexpr (call::holds)
    return detail::put_heads_together<typename call::width>(y);
  else
    return y;
}

}  // namespace attn
ATTN_STRICT_FP_END
