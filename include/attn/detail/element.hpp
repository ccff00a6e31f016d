// SPDX-License-Identifier: BSL-1.0
// The floating-point formats whose bits are the library's own. Kernels, elementary functions, text
// and comparisons of bits ask here, by name, which types these are and what they consist of:
//
//   binary_format<T>   the format has kernels, elementary functions and exact text
//   format_of<T>       its name and its word
//   word_of<T>         the unsigned integer of the size of T; signed_word<T>: the signed one
//   has_word<T>        there is one
//
// A new format is a specialisation of format_of (and of words_of_size, for a new size). The rest of
// its properties are those of std::numeric_limits. The compiler then reports the constants that it
// lacks: each elementary function keeps its polynomials per format in math/.
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/config.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Of other sizes no value is taken apart, and there are no lanes; the words only complete a type.
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

}  // namespace attn::detail
ATTN_STRICT_FP_END
