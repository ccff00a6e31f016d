// SPDX-License-Identifier: BSL-1.0
// Vectors of the hardware: their types, loads and stores, what can be done with them in constants.
#ifndef ATTN_DETAIL_VECTOR_HPP
#define ATTN_DETAIL_VECTOR_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <attn/detail/config.hpp>
#include <attn/detail/element.hpp>
#include <attn/detail/isa.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// Values that arithmetic is written over once: a scalar, a vector of the hardware's width, or, in
// constant evaluation, a whole row as one vector. A program such as math::exp is a template over V,
// one of these, and uses only + - * / and the few operations below, so it has the same bits in all.
//
// In constant expressions, arithmetic on whole vectors and std::bit_cast work on both compilers,
// comparing and selecting only on GCC: what compares goes through arrays there.
//
// Vectors are passed by reference, and vectors of 32 and 64 bytes exist only where the target has
// such registers: GCC tells users of -Wpsabi about every other vector that crosses a call, inlined
// or not.

// The same elements as an array that can be indexed in constant evaluation.
template <class T, std::size_t N>
struct block {
  T data[N];
};

#if defined(ATTN_VECTORS)
template <class T, std::size_t Lanes>
struct vector_type {
  typedef T type __attribute__((vector_size(Lanes * sizeof(T))));
};
template <class T, std::size_t Lanes>
using vec = typename vector_type<T, Lanes>::type;
#else
// Names the kernels that are never chosen then (kernel_scalar), which need no #if of their own.
template <class T, std::size_t Lanes>
using vec = block<T, Lanes>;
#endif

// What a value is made of, and the signed integers of its width.
template <class V>
struct value_traits {
  using element = V;
  using words = signed_word<V>;
};
template <class V>
  requires requires(V v) { v[0]; }
struct value_traits<V> {
  using element = std::remove_cvref_t<decltype(V{}[0])>;
  using words = vec<signed_word<element>, sizeof(V) / sizeof(element)>;
};

template <class V>
using element_of = typename value_traits<V>::element;
template <class V>
using words_of = typename value_traits<V>::words;
template <class V>
inline constexpr bool is_one_number = std::is_same_v<V, element_of<V>>;
template <class V>
inline constexpr std::size_t lanes_of = sizeof(V) / sizeof(element_of<V>);

template <class To, class From>
ATTN_INLINE constexpr To bits_as(const From& from) {
  return __builtin_bit_cast(To, from);
}

// Every lane set to x. `x - V{}` is exact for every x, -0.0 included, and folds to a broadcast.
template <class V>
ATTN_INLINE constexpr V splat(element_of<V> x) {
  if constexpr (is_one_number<V>)
    return x;
  else
    return x - V{};
}

namespace lanewise {
// In constant evaluation: lane by lane bound where replaces(bound, x), else x.
template <class V, class Replaces>
ATTN_ABI constexpr V bounded(const V& x, const V& bound, const Replaces& replaces) {
  using array = block<element_of<V>, lanes_of<V>>;
  auto values = bits_as<array>(x);
  const auto bounds = bits_as<array>(bound);
  for (std::size_t i = 0; i < lanes_of<V>; ++i)
    if (replaces(bounds.data[i], values.data[i])) values.data[i] = bounds.data[i];
  return bits_as<V>(values);
}
// In constant evaluation: the operation on the words of each lane.
template <class W, class Operation>
ATTN_ABI constexpr W combined(const W& a, const W& b, const Operation& operation) {
  using array = block<element_of<W>, lanes_of<W>>;
  auto values = bits_as<array>(a);
  const auto others = bits_as<array>(b);
  for (std::size_t i = 0; i < lanes_of<W>; ++i)
    values.data[i] = operation(values.data[i], others.data[i]);
  return bits_as<W>(values);
}
}  // namespace lanewise

// a ^ b and a | b, of words or vectors of them. GCC 12 takes neither for a constant where the lanes
// of one rise in steps. Modulo 2^64 sign bits can: min, 0, min in every fourth lane.
#if defined(__clang__) || !defined(__GNUC__)
inline constexpr bool folds_sign_bits = true;
#else
inline constexpr bool folds_sign_bits = false;
#endif
template <class W>
ATTN_INLINE constexpr W exclusive_or(const W& a, const W& b) {
  if constexpr (!is_one_number<W> && !folds_sign_bits) {
    if (std::is_constant_evaluated() && !__builtin_constant_p((a ^ b)[0]))
      return lanewise::combined(
          a, b, [](auto bits_of_a, auto bits_of_b) { return bits_of_a ^ bits_of_b; });
  }
  return a ^ b;
}
template <class W>
ATTN_INLINE constexpr W inclusive_or(const W& a, const W& b) {
  if constexpr (!is_one_number<W> && !folds_sign_bits) {
    if (std::is_constant_evaluated() && !__builtin_constant_p((a | b)[0]))
      return lanewise::combined(
          a, b, [](auto bits_of_a, auto bits_of_b) { return bits_of_a | bits_of_b; });
  }
  return a | b;
}

// chosen ? a : b. Of words where the flags rule out NaN: Clang 21 promises that ?: gives none.
template <class C, class V>
ATTN_INLINE constexpr V choose(const C& chosen, const V& a, const V& b) {
#if defined(__clang__) && __FINITE_MATH_ONLY__ + 0 > 0
  if constexpr (std::is_floating_point_v<element_of<V>>)
    return bits_as<V>(chosen ? bits_as<words_of<V>>(a) : bits_as<words_of<V>>(b));
#endif
  return chosen ? a : b;
}

// Lane by lane the larger, or smaller, of x and bound, and x where it is a NaN.
template <class V>
ATTN_INLINE constexpr V at_least(const V& x, const V& bound) {
  if constexpr (!is_one_number<V>) {
    if (std::is_constant_evaluated())
      return lanewise::bounded(x, bound, [](auto limit, auto value) { return limit > value; });
  }
  return choose(bound > x, bound, x);
}
template <class V>
ATTN_INLINE constexpr V at_most(const V& x, const V& bound) {
  if constexpr (!is_one_number<V>) {
    if (std::is_constant_evaluated())
      return lanewise::bounded(x, bound, [](auto limit, auto value) { return limit < value; });
  }
  return choose(bound < x, bound, x);
}

// Lane by lane `below` where x < bound, else `otherwise`: what is not chosen cannot leak.
template <class V>
ATTN_INLINE constexpr V select_less(const V& x, const V& bound, const V& below,
                                    const V& otherwise) {
  if constexpr (!is_one_number<V>) {
    if (std::is_constant_evaluated()) {
      using array = block<element_of<V>, lanes_of<V>>;
      const auto xs = bits_as<array>(x), bounds = bits_as<array>(bound);
      const auto chosen = bits_as<array>(below);
      auto result = bits_as<array>(otherwise);
      for (std::size_t i = 0; i < lanes_of<V>; ++i)
        if (xs.data[i] < bounds.data[i]) result.data[i] = chosen.data[i];
      return bits_as<V>(result);
    }
  }
  return choose(x < bound, below, otherwise);
}

// f(0), f(1), … with the numbers as types: what chooses lanes and registers has to be a constant.
template <class F, std::size_t... Index>
ATTN_INLINE void for_constants(const F& f, std::index_sequence<Index...>) {
  (f(std::integral_constant<std::size_t, Index>{}), ...);
}
template <std::size_t N, class F>
ATTN_INLINE void for_constants(const F& f) {
  for_constants(f, std::make_index_sequence<N>{});
}

// The value of a product, rounded: what a later sum may not be fused with. Every product that meets
// an addition passes through here, or the compiler would make one rounding of two where the target
// has fused multiply-add, and only there. In constant evaluation there is nothing to prevent.
template <class V>
ATTN_INLINE constexpr V rounded(const V& product) {
  V x = product;
#if defined(__GNUC__)
  if constexpr ((std::is_same_v<element_of<V>, float> || std::is_same_v<element_of<V>, double>) &&
                sizeof(V) <= native_isa::bytes) {
    if (!std::is_constant_evaluated()) {
#if defined(__x86_64__)
      asm("" : "+v"(x));
#elif defined(__aarch64__)
      asm("" : "+w"(x));
#else
      asm("" : "+m"(x));
#endif
    }
  }
#endif
  return x;
}

// fuses<V>: a sum of products, sum + x * y in the order of an index, rounds once a term, by
// add_product(sum, x, y) of detail/fused_multiply_add.hpp. Else both operations are rounded.
template <class V>
inline constexpr bool fuses = false;
#if defined(ATTN_FUSED)
template <class V>
  requires(std::is_same_v<element_of<V>, float> || std::is_same_v<element_of<V>, double>)
inline constexpr bool fuses<V> = true;
#endif

// a / b. Clang may divide lanes that are never read, 0 / 0, put numbers into such lanes, or divide
// before it knows that b is not 0: the barriers keep it from that.
template <class V>
ATTN_INLINE constexpr V quotient(const V& a, const V& b) {
#if defined(__clang__)
  const V ratio = static_cast<V>(rounded(a) / rounded(b));
  return sizeof(V) == sizeof(element_of<V>) ? rounded(ratio) : ratio;
#else
  return static_cast<V>(a / b);
#endif
}

// The fewest lanes that a vector register holds. What is shorter is loaded and stored in part.
template <class T>
inline constexpr std::size_t least_lanes = 16 / sizeof(T);

template <class V, class T>
ATTN_INLINE V load(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof(V));
  return v;
}
// Integers of one or two bytes as integers of four. GCC 12 does not convert one byte at once, and
// makes up to nine instructions of what x86 has one for.
template <class Integers, class Small>
ATTN_INLINE Integers widened(const Small& from) {
  using element = element_of<Small>;
#if defined(__AVX2__) && !defined(__clang__)
  if constexpr (sizeof(Integers) >= 32 && sizeof(Integers) <= native_isa::bytes) {
    Integers x;
    if constexpr (std::is_same_v<element, std::int8_t>)
      asm("vpmovsxbd {%x1, %0|%0, %x1}" : "=v"(x) : "v"(from));
    else if constexpr (std::is_same_v<element, std::uint8_t>)
      asm("vpmovzxbd {%x1, %0|%0, %x1}" : "=v"(x) : "v"(from));
    else
      asm("vpmovzxwd {%1, %0|%0, %1}" : "=v"(x) : "v"(from));
    return x;
  } else
#endif
      if constexpr (sizeof(element) == 1) {
    using middle = std::conditional_t<std::is_signed_v<element>, std::int16_t, std::uint16_t>;
    return __builtin_convertvector(__builtin_convertvector(from, vec<middle, lanes_of<Small>>),
                                   Integers);
  } else {
    return __builtin_convertvector(from, Integers);
  }
}
// Two halves as one vector, and its halves again.
template <class V, class Half>
ATTN_INLINE V joined(const Half& low, const Half& high) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    return __builtin_shufflevector(low, high, Index...);
  }(std::make_index_sequence<lanes_of<V>>{});
}
template <class Half, std::size_t From, class V>
ATTN_INLINE Half half_of(const V& v) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    return __builtin_shufflevector(v, v, (From + Index)...);
  }(std::make_index_sequence<lanes_of<Half>>{});
}

// The first Count elements of a vector. The other lanes are zero, and their memory is not touched.
// Halves are joined in registers: through the stack they would wait for each other.
template <class V, std::size_t Count, class T>
ATTN_INLINE V load_part(const T* from) {
  if constexpr (Count == lanes_of<V>) {
    return load<V>(from);
  } else if constexpr (lanes_of<V> <= least_lanes<T>) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
#if defined(__clang__)  // with known zeros it would compute what else is in a register instead
      return rounded(V{from[Index]...});
#else
      return V{from[Index]...};
#endif
    }(std::make_index_sequence<Count>{});
  } else {
    using half = vec<T, lanes_of<V> / 2>;
    constexpr std::size_t in_low = Count < lanes_of<half> ? Count : lanes_of<half>;
    const half low = load_part<half, in_low>(from);
    if constexpr (Count > in_low)
      return joined<V>(low, load_part<half, Count - in_low>(from + in_low));
    else
      return joined<V>(low, half{});
  }
}

template <class V, class T>
ATTN_INLINE void store(T* to, const V& v) {
  __builtin_memcpy(to, &v, sizeof(V));
}
template <std::size_t Count, class V, class T>
ATTN_INLINE void store_part(T* to, const V& v) {
  if constexpr (Count == lanes_of<V>) {
    store(to, v);
  } else if constexpr (lanes_of<V> <= least_lanes<T>) {
    __builtin_memcpy(to, &v, Count * sizeof(T));
  } else {
    using half = vec<T, lanes_of<V> / 2>;
    constexpr std::size_t in_low = Count < lanes_of<half> ? Count : lanes_of<half>;
    store_part<in_low>(to, half_of<half, 0>(v));
    if constexpr (Count > in_low)
      store_part<Count - in_low>(to + in_low, half_of<half, lanes_of<half>>(v));
  }
}

// A scalar that the kernels are written for. Everything else takes the generic loops.
template <class T>
concept kernel_scalar =
#if defined(ATTN_VECTORS)
    binary_format<T>;
#else
    false;
#endif

// Whether a call that makes about this many multiplications chooses its instruction set when it
// runs (detail/dispatch.hpp). Of a smaller one the question, and a function that is not inlined,
// would be felt. 512, 64 vectors of AVX2, depends on the few cycles of a call.
template <class T, std::size_t Work>
inline constexpr bool is_dispatched = is_chosen_at_run_time && kernel_scalar<T> && Work >= 512;

// Several vectors as one value: a program over a V of detail/vector.hpp, executed for all of them
// at once, each operation on every vector before the next one. One vector waits for itself at
// nearly every step of a program such as exp. Several fill the gaps. At run time only.

template <class V, std::size_t Count>
struct vector_pack {
  V of[Count];
};

template <class V, std::size_t Count>
struct value_traits<vector_pack<V, Count>> {
  using element = element_of<V>;
  using words = vector_pack<words_of<V>, Count>;
};

// Can F be made of several vectors at once? sigmoid can (math/detail/function_objects.hpp).
template <class F>
inline constexpr bool takes_several = false;

namespace side_by_side {

// f of the vectors with the same number, of each of the values.
template <class F, class... V, std::size_t Count>
ATTN_INLINE auto each(const F& f, const vector_pack<V, Count>&... x) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) ATTN_INLINE_LAMBDA {
    const auto at = [&](auto i) ATTN_INLINE_LAMBDA { return f(x.of[i]...); };
    using element_of_pack = decltype(at(std::integral_constant<std::size_t, 0>{}));
    return vector_pack<element_of_pack, Count>{
        {at(std::integral_constant<std::size_t, Index>{})...}};
  }(std::make_index_sequence<Count>{});
}

}  // namespace side_by_side

template <class V, std::size_t N>
ATTN_INLINE auto operator+(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return V(x + y); }, a,
                            b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return V(x - y); }, a,
                            b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator*(const vector_pack<V, N>& a, const vector_pack<V, N>& b) {
  return side_by_side::each([](const V& x, const V& y) ATTN_INLINE_LAMBDA { return V(x * y); }, a,
                            b);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a, const V& b) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x - b); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator+(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x + s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator-(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x - s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator*(const vector_pack<V, N>& a, element_of<V> s) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x * s); }, a);
}
template <class V, std::size_t N>
ATTN_INLINE auto operator<<(const vector_pack<V, N>& a, int bits) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return V(x << bits); }, a);
}

template <class V, std::size_t N>
ATTN_INLINE auto rounded(const vector_pack<V, N>& product) {
  return side_by_side::each([](const V& x) ATTN_INLINE_LAMBDA { return rounded(x); }, product);
}
template <class V, std::size_t N>
ATTN_INLINE auto at_least(const vector_pack<V, N>& a, const V& bound) {
  return side_by_side::each([&](const V& x) ATTN_INLINE_LAMBDA { return at_least(x, bound); }, a);
}
template <class To, class V, std::size_t N>
ATTN_INLINE To bits_as(const vector_pack<V, N>& from) {
  using to = std::remove_cvref_t<decltype(To{}.of[0])>;
  return side_by_side::each([](const V& x) ATTN_INLINE_LAMBDA { return bits_as<to>(x); }, from);
}

// Consecutive in memory, or Apart elements from each other.
template <class V, std::size_t N, std::size_t Apart = lanes_of<V>, class T>
ATTN_INLINE vector_pack<V, N> load_pack(const T* from) {
  vector_pack<V, N> v;
  for_constants<N>([&](auto i) ATTN_INLINE_LAMBDA { v.of[i] = load<V>(from + i * Apart); });
  return v;
}
template <std::size_t Apart, class V, std::size_t N, class T>
ATTN_INLINE void store_apart(T* to, const vector_pack<V, N>& v) {
  for_constants<N>([&](auto i) ATTN_INLINE_LAMBDA { store(to + i * Apart, v.of[i]); });
}
template <class V, std::size_t N, class T>
ATTN_INLINE void store(T* to, const vector_pack<V, N>& v) {
  store_apart<lanes_of<V>>(to, v);
}

// Whether a lane is negative, as one answer: what is left to a scalar loop. At run time.
template <class Words>
ATTN_INLINE bool any_negative(const Words& v) {
  if constexpr (sizeof(Words) > 16) {
    using half = vec<element_of<Words>, lanes_of<Words> / 2>;
    return any_negative(half(half_of<half, 0>(v) | half_of<half, lanes_of<half>>(v)));
  } else {
    using word = element_of<Words>;
    const auto pair = bits_as<block<std::uint64_t, 2>>(v);
    constexpr std::uint64_t signs = sizeof(word) == 4 ? 0x8000000080000000 : 0x8000000000000000;
    return ((pair.data[0] | pair.data[1]) & signs) != 0;
  }
}

}  // namespace attn::detail
ATTN_STRICT_FP_END

#include <attn/detail/fused_multiply_add.hpp>

#endif
