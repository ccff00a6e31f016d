// SPDX-License-Identifier: BSL-1.0
// Integers from the caller, of any type, as indices and positions: none of them wraps around to
// another one.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// An index as a std::size_t; what is none, a negative one or a number of more bits, as one that no
// axis has. A position that is no index has 64 bits everywhere: as_index<std::uint64_t>.
template <std::unsigned_integral Size = std::size_t, std::integral I>
ATTN_ABI constexpr Size as_index(I index) {
  if constexpr (sizeof(I) > sizeof(Size)) {
    if (index < 0 || index > static_cast<I>(Size(-1))) return Size(-1);
  }
  return static_cast<Size>(index);
}

template <std::integral I>
ATTN_ABI constexpr bool is_negative(I x) {
  if constexpr (std::is_signed_v<I>)
    return x < 0;
  else
    return false;
}
// A position, which may be negative; what is outside of the type is its next bound.
template <std::signed_integral Position = std::ptrdiff_t, std::integral I>
ATTN_ABI constexpr Position as_position(I x) {
  using size = std::make_unsigned_t<Position>;
  constexpr auto most = static_cast<Position>(size(-1) / 2);
  if (!is_negative(x)) {
    const size at = as_index<size>(x);
    return at < size{most} ? static_cast<Position>(at) : most;
  }
  if constexpr (sizeof(I) > sizeof(Position)) {
    if (x < static_cast<I>(-most - 1)) return -most - 1;
  }
  return static_cast<Position>(x);
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
