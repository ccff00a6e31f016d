// SPDX-License-Identifier: BSL-1.0
// A factor in every lane, and what is done with it in a product of matrices.
//
// Zen 4 takes an adder's turn for a floating-point broadcast from memory, which is a third of the
// time where every product meets an addition. It takes none for a broadcast of integers. GCC leaves
// integers as they are written; Clang makes them floating-point again, so there the instruction is
// written out. (A multiplication that broadcasts its factor itself takes no adder either, but it
// takes a load of 64 bytes, of which there is one at a time.)
#pragma once

#include <cstddef>

#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

#if defined(__clang__)
inline constexpr bool integers_stay_integers = false;
#else
inline constexpr bool integers_stay_integers = true;
#endif
// GCC puts additions off, and so needs registers for products.
inline constexpr std::size_t delayed_products = integers_stay_integers ? 2 : 0;

// AVX-512: a multiplication can take its factor from memory, and broadcast it.
template <class Isa>
inline constexpr bool multiplies_from_memory = Isa::bytes == 64;

// The element at `from` in every lane; Once: for one multiplication.
template <class V, class Isa = native_isa, bool Once = false>
ATTN_INLINE V broadcast(const element_of<V>* from) {
  if constexpr (Once && multiplies_from_memory<Isa>) {
    return splat<V>(*from);
  } else if constexpr (integers_stay_integers) {
    using words = words_of<V>;
    return bits_as<V>(words(bits_as<element_of<words>>(*from) - words{}));
  } else {
#if defined(__AVX512F__)
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

// sum + x * y with two roundings. The barrier holds the sum too where the loop over k is unrolled:
// GCC would else put the additions off until all products are live, and spill.
template <bool HoldSum, class V>
ATTN_INLINE V multiply_add(const V& sum, const V& x, const V& y) {
  const V product = rounded(V(x * y));
  if constexpr (HoldSum)
    return rounded(sum) + product;
  else
    return sum + product;
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
