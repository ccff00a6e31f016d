// SPDX-License-Identifier: BSL-1.0
// A few numbers that go together, such as the gradient of a dual number, and operations on them
// lane by lane: in constant evaluation as one vector where they fill one, in a few steps however
// many.
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/runtime/elementwise.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class T, std::size_t N>
struct lanes {
  T data[N];
  ATTN_ABI constexpr T& operator[](std::size_t i) { return data[i]; }
  ATTN_ABI constexpr const T& operator[](std::size_t i) const { return data[i]; }
  ATTN_ABI friend constexpr bool operator==(const lanes&, const lanes&) = default;
};

// The array has the size of a vector that functions may return on every target (constant/row.hpp).
template <class T, std::size_t N>
inline constexpr bool is_one_vector = [] {
  if constexpr (constant::row_scalar<T>)
    return std::has_single_bit(N) && (N * sizeof(T) == 16 || N * sizeof(T) >= 128) &&
           N <= constant::widest;
  else
    return false;
}();

// What operation(x[i]…) gives, for an operation that is a template over scalar and vector. A vector
// lets a NaN pass in constant evaluation: whoever reads the elements looks for it.
template <class Operation, class T, std::size_t N, class... More>
ATTN_ABI constexpr lanes<T, N> each_lane(const Operation& operation, const lanes<T, N>& x,
                                         const More&... more) {
  lanes<T, N> out{};
  if (std::is_constant_evaluated()) {
    if constexpr (is_one_vector<T, N>) {
      using V = vec<T, N>;
      const V y = operation(__builtin_bit_cast(V, x), __builtin_bit_cast(V, more)...);
      out = __builtin_bit_cast(lanes<T, N>, y);
    } else {
      generic::elementwise<N>(out.data, operation, x.data, more.data...);
    }
  } else {
    runtime::elementwise<N>(out.data, operation, x.data, more.data...);
  }
  return out;
}

}  // namespace attn::detail
ATTN_STRICT_FP_END
