// SPDX-License-Identifier: BSL-1.0
// Infinities by selection: constant evaluation has no arithmetic with them.
#ifndef ATTN_DETAIL_INFINITY_HPP
#define ATTN_DETAIL_INFINITY_HPP

#include <cstddef>
#include <type_traits>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Infinities and NaN as results and bounds at run time.
//
// Under -ffinite-math-only Clang promises of every function and every asm statement that they take
// and return neither, even where ATTN_STRICT_FP_BEGIN is in force, and puts anything in the place
// of one that it sees. So it sees integers, and a barrier around them.

template <class T, signed_word<T> Bits>
ATTN_INLINE constexpr T of_bits() {
  auto bits = Bits;
#if defined(__clang__)
  if (!std::is_constant_evaluated()) asm("" : "+r"(bits));
#endif
  return bits_as<T>(bits);
}
template <class T>
ATTN_INLINE constexpr T infinity_of() {
  if constexpr (binary_format<T>)
    return of_bits<T, bits_as<signed_word<T>>(limits<T>::infinity)>();
  else
    return limits<T>::infinity;
}
template <class T>
ATTN_INLINE constexpr T lowest_infinity_of() {
  if constexpr (binary_format<T>)
    return of_bits<T, bits_as<signed_word<T>>(-limits<T>::infinity)>();
  else
    return -limits<T>::infinity;
}
template <class T>
ATTN_INLINE constexpr T nan_of() {
  if constexpr (binary_format<T>)
    return of_bits<T, bits_as<signed_word<T>>(limits<T>::quiet_NaN)>();
  else
    return limits<T>::quiet_NaN;
}
// Infinity as an object, for what is compared with it in many places.
template <class T>
struct infinity_constant {
  ATTN_ABI constexpr operator T() const {
    return std::is_constant_evaluated() ? attn::detail::limits<T>::infinity : infinity_of<T>();
  }
  ATTN_ABI constexpr T operator-() const {
    return std::is_constant_evaluated() ? -attn::detail::limits<T>::infinity
                                        : lowest_infinity_of<T>();
  }
};
// In every lane. GCC takes no vector of floating-point NaNs for a constant.
template <class V>
ATTN_INLINE constexpr V splat_nan() {
  using words = words_of<V>;
  // No constant: the initialiser of a const integer would be evaluated as one.
  auto word = bits_as<element_of<words>>(nan_of<element_of<V>>());
  return bits_as<V>(splat<words>(word));
}

// A NaN that was found by a comparison, as a result.
template <class T>
ATTN_INLINE constexpr T unknown_nan(const T& x) {
#if defined(__clang__)
  if constexpr (binary_format<T>) {
    if (!std::is_constant_evaluated()) {
      auto bits = bits_as<signed_word<T>>(x);
      asm("" : "+r"(bits));
      return bits_as<T>(bits);
    }
  }
#endif
  return x;
}

// What a mask leaves of a row of keys: a range, entries, or what two of these leave.
struct kept_range {
  std::ptrdiff_t begin, end;
  ATTN_ABI constexpr bool operator()(std::size_t key) const {
    const auto j = static_cast<std::ptrdiff_t>(key);
    return j >= begin && j < end;
  }
  // Whether it contains one of n keys.
  ATTN_ABI constexpr bool some_of(std::ptrdiff_t keys) const {
    return (begin > 0 ? begin : 0) < (end < keys ? end : keys);
  }
};
template <class Entry>
struct kept_entries {
  const Entry* entries;
  ATTN_ABI constexpr bool operator()(std::size_t key) const { return entries[key].allows(); }
};
template <class A, class B>
struct kept_by_both {
  A a;
  B b;
  ATTN_ABI constexpr bool operator()(std::size_t key) const { return a(key) && b(key); }
};
template <class A, class B>
ATTN_ABI constexpr kept_by_both<A, B> kept_in_both(const A& a, const B& b) {
  return {a, b};
}
ATTN_ABI constexpr kept_range kept_in_both(const kept_range& a, const kept_range& b) {
  return {a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
