// SPDX-License-Identifier: BSL-1.0
// watched<T>: a number of T that is marked where an operation on finite numbers was infinite or NaN,
// and in what is computed from it: one execution of what interval<T>::may_overflow says of all.
#pragma once

#include <attn/math/element_functions.hpp>
#include <type_traits>

namespace attn_tests {

template <class T>
struct watched {
  T value{};
  bool overflowed = false;

  constexpr watched() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  constexpr watched(const U& x) : value(static_cast<T>(x)) {}

  template <class... From>
  static constexpr watched computed(const T& y, const From&... from) {
    watched result(y);
    const bool new_infinity =
        y - y != T(0) &&
        (y != y ? ((from.value == from.value) && ...) : ((from.value - from.value == T(0)) && ...));
    result.overflowed = new_infinity || (from.overflowed || ...);
    return result;
  }
  friend constexpr watched operator+(const watched& a, const watched& b) {
    return computed(a.value + b.value, a, b);
  }
  friend constexpr watched operator-(const watched& a, const watched& b) {
    return computed(a.value - b.value, a, b);
  }
  friend constexpr watched operator-(const watched& a) { return computed(-a.value, a); }
  friend constexpr watched operator*(const watched& a, const watched& b) {
    return computed(a.value * b.value, a, b);
  }
  friend constexpr watched operator/(const watched& a, const watched& b) {
    return computed(a.value / b.value, a, b);
  }
  friend constexpr watched max(const watched& a, const watched& b) {
    return computed(attn::math::max(a.value, b.value), a, b);
  }
  friend constexpr watched min(const watched& a, const watched& b) {
    return computed(attn::math::min(a.value, b.value), a, b);
  }
  friend constexpr watched select(bool keep, const watched& a, const watched& b) {
    return keep ? a : b;
  }
  friend constexpr watched cos(const watched& a) { return computed(attn::math::cos(a.value), a); }
  friend constexpr watched erf(const watched& a) { return computed(attn::math::erf(a.value), a); }
  friend constexpr watched exp(const watched& a) { return computed(attn::math::exp(a.value), a); }
  friend constexpr watched log(const watched& a) { return computed(attn::math::log(a.value), a); }
  friend constexpr watched log1p(const watched& a) {
    return computed(attn::math::log1p(a.value), a);
  }
  friend constexpr watched sigmoid(const watched& a) {
    return computed(attn::math::sigmoid(a.value), a);
  }
  friend constexpr watched sin(const watched& a) { return computed(attn::math::sin(a.value), a); }
  friend constexpr watched sqrt(const watched& a) { return computed(attn::math::sqrt(a.value), a); }
  friend constexpr watched tanh(const watched& a) { return computed(attn::math::tanh(a.value), a); }
};

}  // namespace attn_tests
