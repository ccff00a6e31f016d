// SPDX-License-Identifier: BSL-1.0
// Elementwise operations at run time, a hardware vector at a time. The storage of a tensor is a
// whole number of (possibly narrower) vectors, so there is no remainder: the last vector works on
// padding.
#pragma once

#include <concepts>
#include <cstddef>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/vector.hpp>

namespace attn::detail::runtime {

// The widest vector that divides the storage, or the narrowest that exists.
template <class Isa, class T, std::size_t Capacity>
inline constexpr std::size_t lanes_for = Capacity > Isa::template lanes<T> ? Isa::template lanes<T>
                                         : Capacity > least_lanes<T>       ? Capacity
                                                                           : least_lanes<T>;

template <std::size_t Capacity, std::size_t N, class Isa = native_isa, class T, class Operation>
ATTN_INLINE void elementwise(T* out, const Operation& operation, const std::same_as<T> auto*... x) {
  if constexpr (kernel_scalar<T>) {
    using V = vec<T, lanes_for<Isa, T, Capacity>>;
    constexpr std::size_t count = Capacity < lanes_of<V> ? Capacity : lanes_of<V>;
    for (std::size_t i = 0; i < Capacity; i += count)
      store_part<count>(out + i, operation(load_part<V, count>(x + i)...));
  } else {
    generic::elementwise<N>(out, operation, x...);
  }
}

template <std::size_t Capacity, std::size_t N, class Isa = native_isa, class T, class Operation>
ATTN_INLINE void elementwise_scalar(T* out, const Operation& operation, const T* x, const T& s) {
  if constexpr (kernel_scalar<T>) {
    using V = vec<T, lanes_for<Isa, T, Capacity>>;
    constexpr std::size_t count = Capacity < lanes_of<V> ? Capacity : lanes_of<V>;
    for (std::size_t i = 0; i < Capacity; i += count)
      store_part<count>(out + i, operation(load_part<V, count>(x + i), splat<V>(s)));
  } else {
    generic::elementwise_scalar<N>(out, operation, x, s);
  }
}

}  // namespace attn::detail::runtime
