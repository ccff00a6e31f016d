// SPDX-License-Identifier: BSL-1.0
// Heads: the width of queries, keys or values, cut into pieces that attend each on their own.
//
//   split_heads<head, d_k>(x)    (token, width) -> (head, token, d_k)
//   merge_heads<"width">(y)      (head, token, d_k) -> (token, width)
//
// Head h has the columns h * d_k … h * d_k + d_k - 1 of every token. A leading axis of x (a batch)
// stays in front. The transposition is part of both: to reshape (token, width) into (head, token,
// d_k) has the right sizes and mixes tokens up. Exact, and each undoes the other.
// Rules: is_sequence; rank_at_least three; same_volume, head times d_k is the width; distinct_axes.
#pragma once

#include <attn/ops/permute.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

// The width of x, which Head divides, cut: (…, token, width) -> (…, head, token, d_k). The split
// and the transposition in one copy.
template <class Head, class Width, class T, class... Axes>
ATTN_ABI constexpr auto cut_into_heads(const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  using read = splice_axes<from, from::rank - 1, Head, Width>;
  using kept = without_axis<from, from::rank - 1>;
  using result = append_axis<with_axis<kept, from::rank - 2, Head>, Width>;
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

template <axis_like Head, axis_like Width, class T, class... Axes>
ATTN_ABI constexpr auto split_heads(const tensor<T, Axes...>& x) {
  using from = shape<Axes...>;
  constexpr bool ranks = sizeof...(Axes) == 2 || sizeof...(Axes) == 3;
  static_assert(rules::is_sequence<rules::in_brief<rules::axes_of<Axes...>>>::value,
                "attn::split_heads<head, d_k>(x): x must be (token, width), or a batch of them");
  if constexpr (ranks) {
    using whole = last_axis<from>;
    using parts = rules::sizes<Head::size, Width::size>;
    using result = splice_axes<from, from::rank - 1, Head, Width>;
    constexpr bool fit = rules::same_volume<rules::any_axis<whole>, parts>::value;
    constexpr bool distinct =
        rules::distinct_axes<rules::role_of<rules::result_axes, result>>::value;
    static_assert(rules::same_volume<rules::any_axis<whole>, parts>::value,
                  "attn::split_heads(x): head times d_k must be the width of x");
    static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                  "attn::split_heads<head, d_k>(x): x has an axis of that name already");
    if constexpr (fit && distinct)
      return detail::cut_into_heads<Head, Width>(x);
    else
      return x;
  } else {
    return x;
  }
}

template <label To, class T, class... Axes>
ATTN_ABI constexpr auto merge_heads(const tensor<T, Axes...>& y) {
  using from = shape<Axes...>;
  constexpr bool ranks = sizeof...(Axes) == 3 || sizeof...(Axes) == 4;
  static_assert(rules::rank_at_least<rules::axes_of<Axes...>, rules::rank<3>>::value,
                "attn::merge_heads<width>(y): y must be (head, token, d_k), or a batch of them");
  if constexpr (ranks) {
    constexpr std::size_t width = last_axis<from>::size * axis_at<from, from::rank - 3>::size;
    using rest = without_axis<without_axis<from, from::rank - 1>, from::rank - 3>;
    using result = append_axis<rest, axis<To, width>>;
    constexpr bool distinct =
        rules::distinct_axes<rules::role_of<rules::result_axes, result>>::value;
    static_assert(rules::distinct_axes<rules::repeated_in<result>>::value,
                  "attn::merge_heads<width>(y): y has an axis of that name already");
    if constexpr (distinct)
      return detail::put_heads_together<axis<To, width>>(y);
    else
      return y;
  } else {
    return y;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
