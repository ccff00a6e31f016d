// SPDX-License-Identifier: BSL-1.0
// Elementwise operations at run time, a hardware vector at a time, and what is left over in part.
// The operations of arithmetic.
// The padding after a tensor's elements is never read: its values are unspecified.
#ifndef ATTN_DETAIL_RUNTIME_ELEMENTWISE_HPP
#define ATTN_DETAIL_RUNTIME_ELEMENTWISE_HPP

#include <bit>
#include <concepts>
#include <cstddef>
#include <type_traits>
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

// Whether an operation that takes several vectors is given them, so that none waits for itself. It
// depends on the compiler: GCC 12 takes this loop's vectors of 32 bytes apart, and silu of 64 x 64
// floats would take 8.6 instead of 3.9 us. Elsewhere it takes 0.57 to 0.92 of the time (Zen 5).
#if defined(__GNUC__) && !defined(__clang__)
template <class V>
inline constexpr bool takes_packs = sizeof(V) != 32;
#else
template <class V>
inline constexpr bool takes_packs = true;
#endif

template <std::size_t N, class Isa = native_isa, class T, class Operation>
ATTN_INLINE void elementwise(T* out, const Operation& operation, const std::same_as<T> auto*... x) {
  if constexpr (kernel_scalar<T>) {
    using V = vec<T, lanes_for<Isa, T, N>>;
    constexpr std::size_t rest = N % lanes_of<V>, whole = N - rest;
    std::size_t i = 0;
    if constexpr (sizeof...(x) == 1 && takes_several<Operation> && takes_packs<V>)
#pragma GCC unroll 1
      for (constexpr std::size_t step = 4 * lanes_of<V>; i + step <= whole; i += step)
        store(out + i, operation(load_pack<V, 4>(x + i)...));
    for (; i < whole; i += lanes_of<V>) store(out + i, operation(load<V>(x + i)...));
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

// The operation of N elements of x and of each of the others, which is a pointer too, or a number.
template <std::size_t N, class T, class Operation, class... More>
ATTN_INLINE void elementwise_with(T* out, const Operation& operation, const T* x,
                                  const More&... more) {
  if constexpr ((std::is_same_v<More, T> || ...))
    elementwise_scalar<N>(out, operation, x, more...);
  else
    elementwise<N>(out, operation, x, static_cast<const T*>(more)...);
}

// The same, and many elements take the instruction set that the processor has, for an operation of
// the library's: a class with ATTN_CHOSEN_AT_RUN_TIME. Others are compiled for the unit's own.
template <std::size_t N, class T, class Operation, class... More>
ATTN_INLINE void each_element(T* out, const Operation& operation, const T* x, const More&... more) {
#if defined(ATTN_DISPATCHES)
  if constexpr (requires { Operation::template each<Operation, N>(out, x, more...); })
    return Operation::template each<Operation, N>(out, x, more...);
#endif
  elementwise_with<N>(out, operation, x, more...);
}

}  // namespace attn::detail::runtime

// In a class without members, which is an operation: `work` is about how many multiplications an
// element takes. What is derived from the class is another operation.
#if defined(ATTN_DISPATCHES)
#define ATTN_CHOSEN_AT_RUN_TIME(operation, work)                                    \
  template <std::same_as<operation> Self, std::size_t N, class T, class... More>    \
  ATTN_ABI static void each(T* out, const T* x, const More&... more) {              \
    ATTN_DISPATCHED((is_dispatched<T, (work) * N>),                                 \
                    target::operation::each<target::operation, N>(out, x, more...)) \
    runtime::elementwise_with<N>(out, operation{}, x, more...);                     \
  }
#else
#define ATTN_CHOSEN_AT_RUN_TIME(operation, work)
#endif

namespace attn::detail {

struct plus {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return a + b;
  }
  ATTN_CHOSEN_AT_RUN_TIME(plus, 1)
};
struct minus {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return a - b;
  }
  ATTN_CHOSEN_AT_RUN_TIME(minus, 1)
};
struct times {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return rounded(V(a * b));
  }
  ATTN_CHOSEN_AT_RUN_TIME(times, 1)
};
struct over {
  static constexpr bool divides = true;
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& a, const V& b) const {
    return quotient(a, b);
  }
  ATTN_CHOSEN_AT_RUN_TIME(over, 1)
};

struct negated {
  template <class V>
  ATTN_INLINE constexpr V operator()(const V& x) const {
    return -x;
  }
  ATTN_CHOSEN_AT_RUN_TIME(negated, 1)
};

}  // namespace attn::detail
ATTN_STRICT_FP_END

#endif
