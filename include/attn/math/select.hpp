// SPDX-License-Identifier: BSL-1.0
// select(keep, a, b): a where keep holds, b elsewhere; what masks are made of.
//
// Exact: the value that is not chosen cannot leak, not even a NaN or an infinity.
// A customisation point: operations find a scalar's own select by argument-dependent lookup.
#pragma once

#include <type_traits>

#include <attn/version.hpp>

namespace attn::math {

template <class T>
  requires std::is_arithmetic_v<T>
constexpr T select(bool keep, T a, T b) { return keep ? a : b; }

}  // namespace attn::math
