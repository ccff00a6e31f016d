// SPDX-License-Identifier: BSL-1.0
// What std::numeric_limits says, as constants. Its functions are those of the whole program: an
// unoptimised unit compiled for AVX would lend the others a function that returns a float in a way
// of its own (abi.hpp says more).
#pragma once

#include <limits>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class T>
struct limits {
  ATTN_ABI static constexpr T infinity = std::numeric_limits<T>::infinity();
  ATTN_ABI static constexpr T quiet_NaN = std::numeric_limits<T>::quiet_NaN();
  ATTN_ABI static constexpr T max = std::numeric_limits<T>::max();
  ATTN_ABI static constexpr T lowest = std::numeric_limits<T>::lowest();
  ATTN_ABI static constexpr T min = std::numeric_limits<T>::min();
  ATTN_ABI static constexpr T denorm_min = std::numeric_limits<T>::denorm_min();
  ATTN_ABI static constexpr T epsilon = std::numeric_limits<T>::epsilon();
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
