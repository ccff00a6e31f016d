// SPDX-License-Identifier: BSL-1.0
// How many elements an array has whose type says it: T[N], and what has a std::tuple_size and
// operator[], as std::array; 0 for other types.
#pragma once

#include <cstddef>
#include <utility>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

template <class A>
inline constexpr std::size_t array_length = 0;
template <class T, std::size_t N>
inline constexpr std::size_t array_length<T[N]> = N;
template <class A>
  requires requires(A& a) {
    std::tuple_size<A>::value;
    a[0];
  }
inline constexpr std::size_t array_length<A> = std::tuple_size<A>::value;

template <class A>
inline constexpr bool is_array = array_length<A> > 0;

}  // namespace attn::detail
ATTN_STRICT_FP_END
