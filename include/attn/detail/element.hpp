// SPDX-License-Identifier: BSL-1.0
// How many elements an array has whose type says it: T[N], and what has a std::tuple_size and
// operator[], as std::array; 0 for other types.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
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

// is_enumerated<X>: what a proof may be given besides tensors. It has no state, or its numbers are
// inputs of the proof (a layer or model), or they are known on purpose (a number, an option of
// attention). The headers of these types specialise it.

template <class X>
inline constexpr bool is_enumerated =
    std::is_empty_v<X> || std::is_arithmetic_v<X> || std::is_function_v<std::remove_pointer_t<X>>;

// What elements are: formats of floating-point numbers, and integers.
// The floating-point formats whose bits are the library's own. Kernels, elementary functions, text
// and comparisons of bits ask here, by name, which types these are and what they consist of:
//
//   binary_format<T>   the format has kernels, elementary functions and exact text
//   format_of<T>       its name and its word
//   word_of<T>         the unsigned integer of the size of T; signed_word<T>: the signed one
//   has_word<T>        there is one
//   not_narrower_than_int<T>   sums and products of T are of T
//
// A new format is a specialisation of format_of (and of words_of_size, for a new size). The rest of
// its properties are in std::numeric_limits. The compiler then reports the constants that it
// lacks: each elementary function keeps its polynomials per format in math/.

// Of other sizes no value is taken apart, and there are no lanes. The words only complete a type.
template <std::size_t Size>
struct words_of_size {
  static constexpr bool exist = false;
  using unsigned_type = std::uint64_t;
  using signed_type = std::int64_t;
};
template <>
struct words_of_size<4> {
  static constexpr bool exist = true;
  using unsigned_type = std::uint32_t;
  using signed_type = std::int32_t;
};
template <>
struct words_of_size<8> {
  static constexpr bool exist = true;
  using unsigned_type = std::uint64_t;
  using signed_type = std::int64_t;
};

template <class T>
inline constexpr bool has_word = words_of_size<sizeof(T)>::exist;
template <class T>
using word_of = typename words_of_size<sizeof(T)>::unsigned_type;
template <class T>
using signed_word = typename words_of_size<sizeof(T)>::signed_type;

template <class T>
struct format_of {
  static constexpr const char* name = nullptr;
};
template <>
struct format_of<float> {
  static constexpr const char* name = "float";
};
template <>
struct format_of<double> {
  static constexpr const char* name = "double";
};

template <class T>
concept binary_format = (format_of<T>::name != nullptr);

// What std::numeric_limits says, as constants. Its functions are the functions of the whole
// program: an unoptimised unit compiled for AVX would lend the others a function that returns a
// float in a way of its own (abi.hpp says more).
template <class T>
struct limits {
  ATTN_ABI static constexpr T infinity = std::numeric_limits<T>::infinity();
  ATTN_ABI static constexpr T quiet_NaN = std::numeric_limits<T>::quiet_NaN();
  ATTN_ABI static constexpr T max = (std::numeric_limits<T>::max)();
  ATTN_ABI static constexpr T lowest = std::numeric_limits<T>::lowest();
  ATTN_ABI static constexpr T min = (std::numeric_limits<T>::min)();
  ATTN_ABI static constexpr T denorm_min = std::numeric_limits<T>::denorm_min();
  ATTN_ABI static constexpr T epsilon = std::numeric_limits<T>::epsilon();
};

// C++ computes with bool and narrower integers in int, and a result would wrap around on the way
// back.
template <class T>
concept not_narrower_than_int = !std::is_integral_v<T> || sizeof(T) >= sizeof(int);

// Integers from the caller, of any type, as indices and positions: none of them wraps around to
// another one.

// An index as a std::size_t. What is none, a negative one or a number of more bits, as one that no
// axis has. A position that is no index has 64 bits everywhere: as_index<std::uint64_t>.
template <std::unsigned_integral Size = std::size_t, std::integral Int>
ATTN_ABI constexpr Size as_index(Int index) {
  if constexpr (sizeof(Int) > sizeof(Size)) {
    if (index < 0 || index > static_cast<Int>(Size(-1))) return Size(-1);
  }
  return static_cast<Size>(index);
}

template <std::integral Int>
ATTN_ABI constexpr bool is_negative(Int x) {
  if constexpr (std::is_signed_v<Int>)
    return x < 0;
  else
    return false;
}
// A position, which may be negative. What is outside of the type is its next bound.
template <std::signed_integral Position = std::ptrdiff_t, std::integral Int>
ATTN_ABI constexpr Position as_position(Int x) {
  using size = std::make_unsigned_t<Position>;
  constexpr auto most = static_cast<Position>(size(-1) / 2);
  if (!is_negative(x)) {
    const size at = as_index<size>(x);
    return at < size{most} ? static_cast<Position>(at) : most;
  }
  if constexpr (sizeof(Int) > sizeof(Position)) {
    if (x < static_cast<Int>(-most - 1)) return -most - 1;
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
