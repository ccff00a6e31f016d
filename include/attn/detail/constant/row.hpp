// SPDX-License-Identifier: BSL-1.0
// A row of a matrix as one vector value, for constant evaluation: one operation on it is one step
// of the compiler's evaluator, however wide it is. Rows longer than `widest` are cut into pieces.
#pragma once

#include <bit>
#include <cstddef>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

inline constexpr std::size_t widest = 64;

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void constant_is_not_a_number() {}

// The lanes that hold Count elements: vectors come in powers of two. Those of 32 and 64 bytes are
// left out: whether a function can return them depends on the target, and GCC warns where it
// cannot.
template <class T, std::size_t Count>
inline constexpr std::size_t lanes = [] {
  constexpr std::size_t bytes = std::bit_ceil(Count * sizeof(T));
  return (bytes <= 16 ? 16 : bytes <= 128 ? 128 : bytes) / sizeof(T);
}();

// The constant evaluator can turn an array into a vector and back: GCC 12, Clang 18 and newer.
// Asked of the compiler itself, not of its name.
template <class T>
consteval bool casts_vectors() {
  constexpr std::size_t n = least_lanes<T>;
  const auto v = bits_as<vec<T, n>>(block<T, n>{{1, 2}});
  return bits_as<block<T, n>>(v + v).data[1] == T(4);
}
template <class T>
concept row_scalar =
    kernel_scalar<T> && requires { typename std::bool_constant<casts_vectors<T>()>; };

// Vectors that a storage of Count elements consists of, if there is nothing else in it: one cast
// takes it apart, or puts it together, where loops over its elements would take a step for each.
template <class T, std::size_t Lanes, std::size_t Lines>
struct lines {
  vec<T, Lanes> of[Lines];
};
template <class Storage, class T, std::size_t Lanes, std::size_t Count>
inline constexpr bool made_of_lines = [] {
  if constexpr (row_scalar<T>)
    return Count % Lanes == 0 && sizeof(Storage) == Count * sizeof(T);
  else
    return false;
}();

// Count elements from `from` on, Stride apart; the other lanes repeat the first, a value like any
// other of the row.
template <std::size_t Count, std::size_t Stride = 1, class T>
ATTN_ABI constexpr auto load_row(const T* from) {
  block<T, lanes<T, Count>> elements;
  for (std::size_t i = 0; i < Count; ++i) elements.data[i] = from[i * Stride];
  for (std::size_t i = Count; i < lanes<T, Count>; ++i) elements.data[i] = from[0];
  return elements;
}

// Compilers reject a scalar constant that is not a number, but let vectors pass: so look, where the
// row is taken apart anyway. What compiled is free of NaNs.
template <std::size_t Count, std::size_t Stride = 1, class T, std::size_t Lanes>
ATTN_ABI constexpr void store_row(T* to, const block<T, Lanes>& elements) {
  for (std::size_t i = 0; i < Count; ++i) {
    if (elements.data[i] != elements.data[i]) constant_is_not_a_number();
    to[i * Stride] = elements.data[i];
  }
}

}  // namespace attn::detail::constant
ATTN_STRICT_FP_END
