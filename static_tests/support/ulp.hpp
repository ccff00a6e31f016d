// SPDX-License-Identifier: BSL-1.0
// Distance of two numbers of a format, in steps from one to the next.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace attn_tests {
// The numbers of a format in order, as integers; -0 and +0 are one.
template <class T> constexpr std::int64_t position(T x) {
  using word = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const auto bits = std::bit_cast<word>(x);
  constexpr auto sign = std::numeric_limits<word>::min();
  return bits < 0 ? -static_cast<std::int64_t>(bits & ~sign) : static_cast<std::int64_t>(bits);
}

template <class T> constexpr std::int64_t steps_between(T a, T b) {
  const std::int64_t d = position(a) - position(b);
  return d < 0 ? -d : d;
}
}  // namespace attn_tests
