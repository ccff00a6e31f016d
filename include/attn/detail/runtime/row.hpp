// SPDX-License-Identifier: BSL-1.0
// Rows in vectors: loading, storing, one number for all lanes.
#ifndef ATTN_DETAIL_RUNTIME_ROW_HPP
#define ATTN_DETAIL_RUNTIME_ROW_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <attn/detail/config.hpp>
#include <attn/detail/generic/elementwise.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// A row of N elements as vectors of the hardware's, and its sum at run time. The 16 partial sums of
// the contract are lanes of one, two, four or eight registers, so their order is the same whatever
// the registers' width.

// The lanes of v shifted down by Half, the upper ones wrapping: what a tree over lanes combines.
template <std::size_t Half, class V>
ATTN_INLINE V upper_lanes(const V& v) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    return __builtin_shufflevector(v, v, ((Index + Half) % lanes_of<V>)...);
  }(std::make_index_sequence<lanes_of<V>>{});
}

// All lanes into one, halves first.
template <class V, class Operation, std::size_t Half = lanes_of<V> / 2>
ATTN_INLINE element_of<V> fold_lanes(const V& v, const Operation& operation) {
  if constexpr (Half == 0)
    return v[0];
  else
    return fold_lanes<V, Operation, Half / 2>(operation(v, upper_lanes<Half>(v)), operation);
}

// Each of a power of two of vectors folded so, side by side: lane r * lanes / Rows of the result
// (and those after it, up to the next) belongs to vector r. The order of a row's operations is the
// operations of fold_lanes. v is used up.
template <std::size_t Rows, class V, class Operation, std::size_t Half = lanes_of<V> / 2,
          std::size_t... Index>
ATTN_INLINE V fold_rows(V* v, const Operation& operation, std::index_sequence<Index...> lanes) {
  constexpr std::size_t count = lanes_of<V>;
  if constexpr (Half == 0) {
    return v[0];
  } else if constexpr (Rows == 1) {
    v[0] = operation(v[0], V(__builtin_shufflevector(v[0], v[0], (Index ^ Half)...)));
    return fold_rows<1, V, Operation, Half / 2>(v, operation, lanes);
  } else {
    for (std::size_t r = 0; r < Rows / 2; ++r) {
      const V& a = v[r];
      const V& b = v[r + Rows / 2];
      v[r] = operation(
          V(__builtin_shufflevector(a, b, ((Index & Half) == 0 ? Index : count + Index - Half)...)),
          V(__builtin_shufflevector(a, b,
                                    ((Index & Half) == 0 ? Index + Half : count + Index)...)));
    }
    return fold_rows<Rows / 2, V, Operation, Half / 2>(v, operation, lanes);
  }
}
template <std::size_t Rows, class V, class Operation>
ATTN_INLINE V fold_rows(V (&v)[Rows], const Operation& operation) {
  static_assert(Rows <= lanes_of<V>);
  return fold_rows<Rows>(v, operation, std::make_index_sequence<lanes_of<V>>{});
}

// The first Count lanes of v, and `other` in the rest.
template <std::size_t Count, class V>
ATTN_INLINE V keep_first(const V& v, element_of<V> other) {
  if constexpr (Count >= lanes_of<V>) {
    return v;
  } else {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      const V rest = splat<V>(other);
      return __builtin_shufflevector(v, rest, (Index < Count ? Index : lanes_of<V> + Index)...);
    }(std::make_index_sequence<lanes_of<V>>{});
  }
}

template <class Isa, std::size_t N, class T>
struct row {
  static constexpr std::size_t lanes = N >= Isa::template lanes<T> ? Isa::template lanes<T>
                                       : N >= least_lanes<T>       ? std::bit_ceil(N)
                                                                   : least_lanes<T>;
  using V = vec<T, lanes>;
  static constexpr std::size_t whole = N / lanes, tail = N % lanes;
  static constexpr std::size_t count = whole + (tail > 0 ? 1 : 0);
  // Vectors of partial sums. Lane l of vector s is partial s * lanes + l.
  static constexpr std::size_t stripes = std::bit_ceil(count) < generic::partials / lanes
                                             ? std::bit_ceil(count)
                                             : generic::partials / lanes;

  // The sum of all partial sums: those that are in one lane, and then across the lanes.
  template <std::size_t Half = stripes / 2>
  ATTN_INLINE static V total_of_stripes(V (&sum)[stripes]) {
    for_constants<Half>([&](auto s) ATTN_INLINE_LAMBDA { sum[s] = sum[s] + sum[s + Half]; });
    if constexpr (Half > 1)
      return total_of_stripes<Half / 2>(sum);
    else
      return sum[0];
  }
  ATTN_INLINE static T total(V (&sum)[stripes]) {
    return fold_lanes(total_of_stripes(sum), [](const V& a, const V& b) { return V(a + b); });
  }

  // The number of rows that are summed together: one sum waits for itself at every addition. Four
  // depend on the latency of an addition, 3 or 4 cycles on Zen and Intel.
  static constexpr std::size_t abreast = stripes < 4 ? 4 / stripes : 1;

  // The sums of f(r, v, count), v being the vectors of row r, of its elements alone: in the last
  // one they are the first `count` lanes, and what f computes of the others, which are 0, is not
  // used.
  template <std::size_t Rows, class F>
  ATTN_INLINE static void sums_of(T (&totals)[Rows], const T* x, const F& f) {
    constexpr std::integral_constant<std::size_t, lanes> all_lanes;
    V sum[Rows][stripes];
    // -0.0 + v is v.
    for_constants<Rows * stripes>(
        [&](auto i) ATTN_INLINE_LAMBDA { sum[i / stripes][i % stripes] = splat<V>(T(-0.0)); });
    constexpr std::size_t rest = whole % stripes, full = whole - rest;
    const auto add = [&](std::size_t r, std::size_t s, std::size_t j) ATTN_INLINE_LAMBDA {
      sum[r][s] = sum[r][s] + f(r, load<V>(x + r * N + (j + s) * lanes), all_lanes);
    };
    for (std::size_t j = 0; j < full; j += stripes)
      for_constants<Rows * stripes>([&](auto i)
                                        ATTN_INLINE_LAMBDA { add(i / stripes, i % stripes, j); });
    for_constants<Rows * rest>([&](auto i) ATTN_INLINE_LAMBDA { add(i / rest, i % rest, full); });
    for_constants<Rows>([&](auto r) ATTN_INLINE_LAMBDA {
      if constexpr (tail > 0) {
        const V last = f(r, load_part<V, tail>(x + r * N + whole * lanes),
                         std::integral_constant<std::size_t, tail>{});
        sum[r][whole % stripes] = sum[r][whole % stripes] + keep_first<tail>(last, T(-0.0));
      }
      totals[r] = total(sum[r]);
    });
  }
};

// A factor in every lane, and what is done with it in a product of matrices.
//
// Zen 4 takes an adder's turn for a floating-point broadcast from memory, which is a third of the
// time where every product meets an addition. It takes none for a broadcast of integers. GCC leaves
// integers as they are written. Clang makes them floating-point again, so there the instruction is
// written out. (A multiplication that broadcasts its factor itself takes no adder either, but it
// takes a load of 64 bytes, of which there is one at a time.)

#if defined(__clang__)
inline constexpr bool integers_stay_integers = false;
#else
inline constexpr bool integers_stay_integers = true;
#endif
// Depends on the compiler: GCC puts additions off, and so needs registers for products.
inline constexpr std::size_t delayed_products = integers_stay_integers ? 2 : 0;

// AVX-512: a multiplication can take its factor from memory, and broadcast it.
template <class Isa>
inline constexpr bool multiplies_from_memory = Isa::bytes == 64;

// The element at `from` in every lane. Once: for one multiplication.
template <class V, class Isa = native_isa, bool Once = false>
ATTN_INLINE V broadcast(const element_of<V>* from) {
  if constexpr (Once && multiplies_from_memory<Isa>) {
    return splat<V>(*from);
  } else if constexpr (integers_stay_integers) {
    using words = words_of<V>;
    return bits_as<V>(words(bits_as<element_of<words>>(*from) - words{}));
  } else {
#if defined(ATTN_AVX512)
    if constexpr (sizeof(V) == 64) {
      V x;
      if constexpr (sizeof(element_of<V>) == 4)
        asm("vpbroadcastd {%1, %0|%0, %1}" : "=v"(x) : "m"(*from));
      else
        asm("vpbroadcastq {%1, %0|%0, %1}" : "=v"(x) : "m"(*from));
      return x;
    }
#endif
    return splat<V>(*from);
  }
}

// The first lanes of a vector, as many as Part has.
template <class Part, class V>
ATTN_INLINE Part lower_part(const V& v) {
  Part part;
  __builtin_memcpy(&part, &v, sizeof(Part));
  return part;
}

// sum + x * y, with two roundings or, where the contract fuses, one. The barrier holds the sum too
// where the loop over k is unrolled: GCC would else put the additions off until all products are
// live, and spill.
template <bool HoldSum, class V>
ATTN_INLINE V multiply_add(const V& sum, const V& x, const V& y) {
  if constexpr (fuses<V>) {
    return add_product(sum, x, y);
  } else {
    const V product = rounded(V(x * y));
    if constexpr (HoldSum)
      return rounded(sum) + product;
    else
      return sum + product;
  }
}

// Asks for memory that will be read soon.
enum class cache_level { first = 3, second = 2 };

// As a number: what is ahead may be beyond the end of an array.
template <cache_level Level = cache_level::second>
ATTN_INLINE void prefetch(const void* from, std::size_t bytes_ahead) {
  constexpr int to_read = 0;
  __builtin_prefetch(
      reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(from) + bytes_ahead), to_read,
      static_cast<int>(Level));
}

// A base of types that describe a matrix: what is read of it is prefetched Bytes ahead.
template <std::size_t Bytes, cache_level Level = cache_level::second>
struct prefetched {
  static constexpr std::size_t bytes_ahead = Bytes;
  ATTN_ABI static constexpr cache_level level = Level;
};

// Whether a matrix of this size is read from beyond the second-level cache, where the processor's
// own prefetching does not follow the many rows that a square has. Depends on that cache, of 1 MiB
// on Zen 4, where it was chosen. On processors with 2 MiB it was not measured.
ATTN_ABI constexpr bool is_beyond_caches(std::size_t bytes) { return bytes >= 1024 * 1024; }

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
