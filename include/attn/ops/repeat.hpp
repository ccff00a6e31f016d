// SPDX-License-Identifier: BSL-1.0
// repeat<pattern>(x, sizes…): rearrange with axes that x has not, along which its elements repeat.
//
//   repeat<"head token d_k -> (head group) token d_k">(k, axis<"group", 2>())
//
// The pattern is that of rearrange; names that are on the right only are new axes, of the sizes
// that are given, and so are numbers. (head group) repeats each head, (group head) all of them.
//
// (2, token, d_k) -> (4, token, d_k), for the pattern above. Exact; one copy.
// Rules: well_formed; both_sides_agree, every name of the left is on the right; fits, x has the
// pattern's axes, and a new axis a size; addressable.
#pragma once

#include <attn/detail/pattern/sentences.hpp>
#include <attn/ops/rearrange.hpp>
#include <attn/rules/patterns.hpp>
#include <attn/tensor/tensor.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

template <label Pattern, class T, class... Axes, class... Sizes>
ATTN_ABI constexpr auto repeat(const tensor<T, Axes...>& x, Sizes...) {
  using detail::pattern::fault, detail::pattern::operation;
  using bound = detail::bound_pattern<Pattern, operation::repeat, shape<Axes...>, Sizes...>;
  constexpr bool sized = (rules::names_in_pattern<Pattern, Sizes>::value && ...);
  constexpr auto found = sized ? bound::value.found : detail::pattern::finding{};
  using here = rules::pattern_cut<Pattern, found.at>;
  ATTN_PATTERN_IS_WELL_FORMED("attn::repeat<pattern>(x): ");
  ATTN_PATTERN_FITS("attn::repeat<pattern>(x): ");
  ATTN_PATTERN_TAKES_SIZES("attn::repeat<pattern>(x, size): ");
  static_assert(
      rules::well_formed<rules::cut_if<found.is(fault::number), here>>,
      ATTN_MESSAGE("attn::repeat<pattern>(x): on the left the only number is 1; 0 is none", here));
  static_assert(
      rules::both_sides_agree<rules::cut_if<found.is(fault::vanishes), here>>::value,
      ATTN_MESSAGE("attn::repeat<pattern>(x): this axis is not on the right; for its sum: reduce",
                   here));
  static_assert(
      rules::both_sides_agree<rules::cut_if<found.is(fault::ellipsis_vanishes), here>>::value,
      ATTN_MESSAGE("attn::repeat<pattern>(x): this ellipsis is not on the right", here));
  static_assert(
      rules::fits<rules::cut_if<found.is(fault::no_size), here>>::value,
      ATTN_MESSAGE("attn::repeat<pattern>(x): a new axis needs its size: axis<\"head\", 8>()",
                   here));
  constexpr bool distinct = rules::distinct_axes<rules::axes_if<sized, Sizes...>>::value;
  if constexpr (sized && distinct && found.is(fault::none)) {
    using result = rules::sizes<bound::shape_type::volume>;
    static_assert(rules::addressable<result, rules::element<T>>::value,
                  "attn::repeat<pattern>(x): the result would be too large for an object");
    if constexpr (rules::addressable<result, rules::element<T>>::value)
      return detail::gathered<typename bound::shape_type, typename bound::kept>(x);
    else
      return x;
  } else {
    return x;
  }
}

}  // namespace attn
ATTN_STRICT_FP_END
