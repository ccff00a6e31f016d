// SPDX-License-Identifier: BSL-1.0
// with_length<first, last>(n, f): a length that only the program knows selects an instantiation.
//
//   with_length<1, 12>(words, [&](auto n) {           // words: 1 to 12, from anywhere
//     using token = axis<"token", n>;                 // n is a constant here
//     …
//   });
//
// Calls f with std::integral_constant<std::size_t, n> and returns true; returns false, and calls
// nothing, if n is not from first to last. f is compiled once for each length, so keep them few.
// Rule: at most 256 lengths.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace attn {

template <std::size_t First, std::size_t Last, class F>
constexpr bool with_length(std::size_t n, F&& f) {
  static_assert(First <= Last, "attn::with_length<first, last>(n, f): last is below first");
  static_assert(Last - First < 256, "attn::with_length<first, last>(n, f): at most 256 lengths");
  if constexpr (First <= Last && Last - First < 256) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return ((n == First + I && (f(std::integral_constant<std::size_t, First + I>{}), true)) ||
              ...);
    }
    (std::make_index_sequence<Last - First + 1>{});
  } else {
    return false;
  }
}

}  // namespace attn
