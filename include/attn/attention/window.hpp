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
//
// They have no entries: except for causal_from, the type determines them completely, so that a
// query without keys is detected at compile time. Like other masks (attention/mask.hpp) they can be
// combined: causal<> & padding.
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

// From where a query's own position is counted among the keys.
struct same_length {};   // there are as many of both
struct top_left {};      // query 0 stands at key 0
struct bottom_right {};  // the last query stands at the last key
template <std::ptrdiff_t N>
struct key_offset {};  // query 0 stands at key N

namespace detail {
// a + b, saturating outside of all positions.
ATTN_ABI constexpr std::ptrdiff_t saturating_position(std::ptrdiff_t a, std::ptrdiff_t b) {
  if (b > 0 && a > PTRDIFF_MAX - b) return PTRDIFF_MAX;
  if (b < 0 && a < PTRDIFF_MIN - b) return PTRDIFF_MIN;
  return a + b;
}

// The key with which query 0 is aligned.
ATTN_ABI constexpr std::ptrdiff_t first_position(same_length, std::ptrdiff_t, std::ptrdiff_t) {
  return 0;
}
ATTN_ABI constexpr std::ptrdiff_t first_position(top_left, std::ptrdiff_t, std::ptrdiff_t) {
  return 0;
}
ATTN_ABI constexpr std::ptrdiff_t first_position(bottom_right, std::ptrdiff_t queries,
                                                 std::ptrdiff_t keys) {
  return keys - queries;
}
template <std::ptrdiff_t N>
ATTN_ABI constexpr std::ptrdiff_t first_position(key_offset<N>, std::ptrdiff_t, std::ptrdiff_t) {
  return N;
}
}  // namespace detail

// No bound on that side of a window.
inline constexpr std::ptrdiff_t unbounded = -1;

template <std::ptrdiff_t Left, std::ptrdiff_t Right, class Alignment>
struct window_t {
  using kind = mask_kind;
  static constexpr bool known = true;
  template <class Scores>
  static constexpr bool fits = true;
  template <class Scores>
  static constexpr bool aligned = !std::is_same_v<Alignment, same_length> ||
                                  detail::queries_in<Scores> == detail::keys_in<Scores>;

  template <class Scores>
  ATTN_ABI constexpr detail::kept_range row(std::size_t, std::size_t query) const {
    constexpr std::ptrdiff_t keys = detail::keys_in<Scores>;
    // The bounds of query 0 first: what they saturate to is outside of all keys for each query.
    constexpr std::ptrdiff_t at =
        detail::first_position(Alignment{}, detail::queries_in<Scores>, keys);
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
inline constexpr window_t<unbounded, 0, Alignment> causal{};

// causal<key_offset<n>>, for a first query at a position that only the program knows.
struct causal_from_t {
  using kind = mask_kind;
  static constexpr bool known = false;
  template <class Scores>
  static constexpr bool fits = true;
  template <class Scores>
  static constexpr bool aligned = true;
  std::ptrdiff_t first;

  template <class Scores>
  ATTN_ABI constexpr detail::kept_range row(std::size_t, std::size_t query) const {
    return {0, detail::saturating_position(first, static_cast<std::ptrdiff_t>(query) + 1)};
  }
};
ATTN_ABI constexpr causal_from_t causal_from(std::integral auto n) {
  return {detail::as_position(n)};
}

}  // namespace attn
ATTN_STRICT_FP_END
