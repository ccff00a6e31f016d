// SPDX-License-Identifier: BSL-1.0
// Integers from the caller, of any type, as indices and positions: none of them wraps around to
// another one.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// An index as a std::size_t; what is none, a negative one or a number of more bits, as one that no
// axis has.
template <std::integral I>
ATTN_ABI constexpr std::size_t as_index(I index) {
  if constexpr (sizeof(I) > sizeof(std::size_t)) {
    if (index < 0 || index > static_cast<I>(SIZE_MAX)) return SIZE_MAX;
  }
  return static_cast<std::size_t>(index);
}

template <std::integral I>
ATTN_ABI constexpr bool is_negative(I x) {
  if constexpr (std::is_signed_v<I>)
    return x < 0;
  else
    return false;
}
// A position, which may be negative; what is outside of std::ptrdiff_t is its next bound.
template <std::integral I>
ATTN_ABI constexpr std::ptrdiff_t as_position(I x) {
  if (!is_negative(x)) {
    const std::size_t at = as_index(x);
    return at < std::size_t{PTRDIFF_MAX} ? static_cast<std::ptrdiff_t>(at) : PTRDIFF_MAX;
  }
  if constexpr (sizeof(I) > sizeof(std::ptrdiff_t)) {
    if (x < static_cast<I>(PTRDIFF_MIN)) return PTRDIFF_MIN;
  }
  return static_cast<std::ptrdiff_t>(x);
}

// Whether a number from the caller is looked at.
ATTN_ABI constexpr bool indices_are_checked() {
#if defined(ATTN_CHECKED)
  return true;
#else
  return std::is_constant_evaluated();
#endif
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
