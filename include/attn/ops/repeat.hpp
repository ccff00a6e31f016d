// SPDX-License-Identifier: BSL-1.0
// repeat<pattern>(x, sizes…): like rearrange, with new axes along which elements are repeated.
//
//   repeat<"head token d_k -> (head group) token d_k">(k, axis<"group", 2>())
//
// The pattern is that of rearrange; names that are only on the right are new axes, of the given
// sizes, and so are numbers. (head group) repeats each head, (group head) all heads as a block.
//
// (2, token, d_k) -> (4, token, d_k), for the pattern above. Exact; one copy.
// Rules: well_formed; both_sides_agree, every name of the left is on the right; fits, x has the
// pattern's axes, and a new axis a size; addressable.
#pragma once

#include <attn/ops/detail/pattern_require.hpp>
#include <attn/ops/rearrange.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace rules {
template <auto Pattern, class X, class... Sizes>
using repeat_call = pattern_call<Pattern, attn::detail::pattern::operation::repeat, X, Sizes...>;
}  // namespace rules

template <label Pattern, class T, class... Axes, class... Sizes>
ATTN_ABI constexpr auto repeat(const tensor<T, Axes...>& x, Sizes...) {
  using call = rules::repeat_call<Pattern, tensor<T, Axes...>, Sizes...>;
  ATTN_REQUIRE_PATTERN_OF_ONE(call, "attn::repeat<pattern>(x)");
  ATTN_REQUIRE_PATTERN(
      call, well_formed, number,
      "attn::repeat<pattern>(x): on the left the only number is 1; on the right, 0 "
      "is not a size");
  ATTN_REQUIRE_PATTERN(
      call, both_sides_agree, vanishes,
      "attn::repeat<pattern>(x): this axis is not on the right; for its sum: reduce");
  ATTN_REQUIRE_PATTERN(call, both_sides_agree, ellipsis_vanishes,
                       "attn::repeat<pattern>(x): this ellipsis is not on the right");
  ATTN_REQUIRE_PATTERN(call, fits, no_size,
                       "attn::repeat<pattern>(x): a new axis needs its size: axis<\"head\", 8>()");
  ATTN_REQUIRE_ADDRESSABLE(call, "attn::repeat<pattern>(x)");
  if constexpr (call::holds)
    return detail::gathered<typename call::result, typename call::bound::kept>(x);
  else
    return x;
}

}  // namespace attn
ATTN_STRICT_FP_END
