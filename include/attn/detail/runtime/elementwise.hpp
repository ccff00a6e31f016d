// SPDX-License-Identifier: BSL-1.0
// Elementwise operations at run time, a hardware vector at a time, and what is left over in part.
// The padding after a tensor's elements is never read: its values are unspecified.
#ifndef ATTN_DETAIL_RUNTIME_ELEMENTWISE_HPP
#define ATTN_DETAIL_RUNTIME_ELEMENTWISE_HPP

#include <bit>
#include <concepts>
#include <cstddef>
#include <utility>

#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// The widest vector that N elements fill, or the narrowest that holds them.
template <class Isa, class T, std::size_t N>
inline constexpr std::size_t lanes_for = N >= Isa::template lanes<T> ? Isa::template lanes<T>
                                         : N > least_lanes<T>        ? std::bit_ceil(N)
                                                                     : least_lanes<T>;

// The first Count elements of a vector, for an operation that may divide by them: 0 / 0 in the
// other lanes would raise FE_INVALID, so they repeat the first.
template <class V, std::size_t Count, class Operation, class T>
ATTN_INLINE V load_operand(const T* from) {
  const V v = load_part<V, Count>(from);
  if constexpr (requires { Operation::divides; })
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      return __builtin_shufflevector(v, v, (Index < Count ? Index : 0)...);
    }(std::make_index_sequence<lanes_of<V>>{});
  else
    return v;
}

template <std::size_t N, class Isa = native_isa, class T, class Operation>
ATTN_INLINE void elementwise(T* out, const Operation& operation, const std::same_as<T> auto*... x) {
  if constexpr (kernel_scalar<T>) {
    using V = vec<T, lanes_for<Isa, T, N>>;
    constexpr std::size_t rest = N % lanes_of<V>, whole = N - rest;
    for (std::size_t i = 0; i < whole; i += lanes_of<V>)
      store(out + i, operation(load<V>(x + i)...));
    if constexpr (rest > 0)
      store_part<rest>(out + whole, operation(load_operand<V, rest, Operation>(x + whole)...));
  } else {
    generic::elementwise<N>(out, operation, x...);
  }
}

// With a scalar as the second operand.
template <std::size_t N, class Isa = native_isa, class T, class Operation>
ATTN_INLINE void elementwise_scalar(T* out, const Operation& operation, const T* x, const T& s) {
  if constexpr (kernel_scalar<T>)
    elementwise<N, Isa>(out, [&]<class V>(const V& v) { return operation(v, splat<V>(s)); }, x);
  else
    generic::elementwise_scalar<N>(out, operation, x, s);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
