// SPDX-License-Identifier: BSL-1.0
// Masks that depend only on positions: causal masks and sliding windows.
//
//   causal<>                     key j for query i if j <= i; equal numbers of both
//   causal<top_left>             the same for any numbers of queries and keys
//   causal<bottom_right>         j <= i + T_k - T_q: the last query may attend to every key
//   causal<key_offset<n>>        j <= i + n; n may be negative
//   causal_from(n)               the same, n is any integer, known at run time
//   sliding_window<l, r>         i - l <= j <= i + r; `unbounded` where there is no bound
//   sliding_window<l, r, align>  the same around i + n, with which query i is aligned
//   sliding_window_from<l, r>(n) the same around i + n, n is any integer, known at run time
//
// They have no entries: except for causal_from and sliding_window_from, the type determines them
// completely, so that a query without keys is detected at compile time. Like other masks
// (attention/mask.hpp) they can be combined: causal<> & padding.
//
// Rules: aligned_mask, different numbers of queries and keys require an alignment; window_bound, 0
// or more.
// Source of the alignments: PyTorch and ONNX take top_left, FlashAttention 2.1 on bottom_right.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/attention/mask.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {
// a + b, saturating outside of all positions.
ATTN_ABI constexpr std::ptrdiff_t saturating_position(std::ptrdiff_t a, std::ptrdiff_t b) {
  if (b > 0 && a > PTRDIFF_MAX - b) return PTRDIFF_MAX;
  if (b < 0 && a < PTRDIFF_MIN - b) return PTRDIFF_MIN;
  return a + b;
}
template <class N>
ATTN_ABI constexpr N saturating_position(const N& a,
                                         std::ptrdiff_t b) {  // of a graph (io/onnx.hpp)
  return a + b;
}
}  // namespace detail

// Alignments: the position of a query among the keys.
struct top_left {  // query 0 is at key 0
  template <class N>
  ATTN_ABI static constexpr N position(const N& query, const N&, const N&) {
    return query;
  }
};
struct same_length : top_left {};  // the numbers of queries and keys are equal
struct bottom_right {              // the last query is at the last key
  template <class N>
  ATTN_ABI static constexpr N position(const N& query, const N& queries, const N& keys) {
    return query + (keys - queries);
  }
};
template <std::ptrdiff_t Offset>
struct key_offset {  // query 0 is at key Offset
  template <class N>
  ATTN_ABI static constexpr N position(const N& query, const N&, const N&) {
    return detail::saturating_position(query, Offset);
  }
};

namespace detail {
// Whether a mask with this alignment can be applied to these scores.
template <class Alignment, class Scores>
inline constexpr bool is_alignment_of =
    !std::is_same_v<Alignment, same_length> || queries_in<Scores> == keys_in<Scores>;
}  // namespace detail

// No bound on that side of a window.
inline constexpr std::ptrdiff_t unbounded = -1;

namespace detail {
// Whether a key is within the bounds around a position.
template <std::ptrdiff_t Left, std::ptrdiff_t Right, class N>
ATTN_ABI constexpr auto is_in_window(const N& key, const N& at) {
  if constexpr (Left == unbounded && Right == unbounded)
    return true;
  else if constexpr (Left == unbounded)
    return key <= saturating_position(at, Right);
  else if constexpr (Right == unbounded)
    return key >= saturating_position(at, -Left);
  else
    return key <= saturating_position(at, Right) && key >= saturating_position(at, -Left);
}
}  // namespace detail

template <std::ptrdiff_t Left, std::ptrdiff_t Right, class Alignment>
struct window_t {
  using kind = mask_kind;
  static constexpr bool bounds_grow = true;
  template <class Scores>
  static constexpr bool aligned = detail::is_alignment_of<Alignment, Scores>;

  template <class N>
  ATTN_ABI constexpr auto allows(const N& query, const N& key, const N& queries,
                                 const N& keys) const {
    return detail::is_in_window<Left, Right>(key, Alignment::position(query, queries, keys));
  }
  template <class Scores>
  ATTN_ABI constexpr detail::kept_range row(std::size_t, std::size_t query) const {
    constexpr std::ptrdiff_t keys = detail::keys_in<Scores>;
    // The bounds of query 0 first: what they saturate to is outside of all keys for each query.
    constexpr std::ptrdiff_t at =
        Alignment::position(std::ptrdiff_t{0}, detail::queries_in<Scores>, keys);
    constexpr std::ptrdiff_t from = detail::saturating_position(at, -Left);
    constexpr std::ptrdiff_t to = detail::saturating_position(at, Right);
    const auto i = static_cast<std::ptrdiff_t>(query);
    return {Left == unbounded ? 0 : detail::saturating_position(from, i),
            Right == unbounded ? keys : detail::saturating_position(to, i + 1)};
  }

  ATTN_ABI static constexpr window_t with_bounds() {
    using call = rules::single_rule_call<rules::each_of<rules::window_bound<rules::wanted<Left>>,
                                                        rules::window_bound<rules::wanted<Right>>>>;
    ATTN_REQUIRE(
        call, rule,
        "attn::sliding_window<l, r>: l and r count positions, 0 or more, or are `unbounded`");
    return {};
  }
};
template <std::ptrdiff_t Left, std::ptrdiff_t Right, class Alignment = same_length>
inline constexpr auto sliding_window = window_t<Left, Right, Alignment>::with_bounds();
template <class Alignment = same_length>
inline constexpr window_t<unbounded, 0, Alignment> causal{};  // an option is causal<>

// sliding_window<l, r, key_offset<n>>, for a first query at a position that only the program knows.
template <std::ptrdiff_t Left, std::ptrdiff_t Right>
struct window_from_t {
  using kind = mask_kind;
  std::ptrdiff_t first;

  template <class N>
  ATTN_ABI constexpr auto allows(const N& query, const N& key, const N&, const N&) const {
    return detail::is_in_window<Left, Right>(key, detail::saturating_position(query, first));
  }
  template <class Scores>
  ATTN_ABI constexpr detail::kept_range row(std::size_t, std::size_t query) const {
    // As above, the bounds of query 0 first.
    const auto i = static_cast<std::ptrdiff_t>(query);
    const std::ptrdiff_t to = detail::saturating_position(first, Right);
    return {Left == unbounded
                ? 0
                : detail::saturating_position(detail::saturating_position(first, -Left), i),
            Right == unbounded ? detail::keys_in<Scores> : detail::saturating_position(to, i + 1)};
  }
};
// causal<key_offset<n>>, likewise.
using causal_from_t = window_from_t<unbounded, 0>;
ATTN_ABI constexpr causal_from_t causal_from(std::integral auto n) {
  return {detail::as_position(n)};
}
template <std::ptrdiff_t Left, std::ptrdiff_t Right>
ATTN_ABI constexpr window_from_t<Left, Right> sliding_window_from(std::integral auto n) {
  using call = rules::single_rule_call<rules::each_of<rules::window_bound<rules::wanted<Left>>,
                                                      rules::window_bound<rules::wanted<Right>>>>;
  ATTN_REQUIRE(call, rule,
               "attn::sliding_window_from<l, r>(n): l and r count positions, 0 or more, or are "
               "`unbounded`");
  return {detail::as_position(n)};
}

namespace detail {

// Masks whose rows do not depend on the number of queries.
template <class Mask>
inline constexpr bool ignores_the_number_of_queries = false;
template <>
inline constexpr bool ignores_the_number_of_queries<valid_keys_t> = true;
template <std::ptrdiff_t Left, std::ptrdiff_t Right>
inline constexpr bool ignores_the_number_of_queries<window_from_t<Left, Right>> = true;
template <class A, class B>
inline constexpr bool ignores_the_number_of_queries<both_t<A, B>> =
    ignores_the_number_of_queries<A> && ignores_the_number_of_queries<B>;

// Such a mask of `Queries` queries, for rows that are these queries of one head after another.
template <std::size_t Queries, class Mask>
struct mask_of_group {
  using kind = mask_kind;
  Mask mask;
  template <class Scores>
  ATTN_ABI constexpr auto row(std::size_t outer, std::size_t query) const {
    return row_of<Scores>(mask, outer, query % Queries);
  }
};

}  // namespace detail

}  // namespace attn
ATTN_STRICT_FP_END
