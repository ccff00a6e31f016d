// SPDX-License-Identifier: BSL-1.0
// with_length<first, last>(n, f): a length known only at run time selects an instantiation.
//
//   with_length<1, 12>(words, [&](auto n) {           // words: 1 to 12, from anywhere
//     using token = axis<"token", n>;                 // n is a constant here
//     …
//   });
//
// Calls f with std::integral_constant<std::size_t, n> and returns true; returns false, and calls
// nothing, if n is not from first to last. f is compiled once for each length, so keep them few.
// Rule: dispatchable_range.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/abi.hpp>
#include <attn/rules/call.hpp>
#include <attn/rules/models.hpp>
#include <attn/rules/require.hpp>

namespace attn {

namespace detail {

// By halves: few comparisons, and no type that contains every length.
template <std::size_t First, std::size_t Last, class F>
ATTN_ABI constexpr void call_with_length(std::size_t n, F& f) {
  if constexpr (First == Last) {
    f(std::integral_constant<std::size_t, First>{});
  } else {
    constexpr std::size_t middle = First + (Last - First) / 2;
    if (n <= middle)
      call_with_length<First, middle>(n, f);
    else
      call_with_length<middle + 1, Last>(n, f);
  }
}

}  // namespace detail

template <std::size_t First, std::size_t Last, class F>
ATTN_ABI constexpr bool with_length(std::size_t n, F&& f) {
  using call =
      rules::single_rule_call<rules::dispatchable_range<rules::size<First>, rules::size<Last>>>;
  ATTN_REQUIRE(call, rule,
               "attn::with_length<first, last>(n, f): first must not be above last, and the "
               "lengths no more than 256");
  const bool within = call::holds && First <= n && n <= Last;
  if constexpr (call::holds)
    if (within) detail::call_with_length<First, Last>(n, f);
  return within;
}

}  // namespace attn
