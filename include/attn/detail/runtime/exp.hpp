// SPDX-License-Identifier: BSL-1.0
// exp of many elements at run time: where a group of vectors holds nothing extreme, which is asked
// once for all of them, the result is a normal number and its exponent a plain addition.
#pragma once

#include <cstddef>

#include <attn/detail/any_negative.hpp>
#include <attn/detail/limits.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/vector.hpp>
#include <attn/detail/vector_pack.hpp>
#include <attn/math/exp.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Negative where |x| is above the bound, or x is a NaN: as integers, numbers without sign are in
// the order of their values.
template <class V>
ATTN_INLINE words_of<V> beyond(const V& x, element_of<V> bound) {
  using word = element_of<words_of<V>>;
  constexpr word all_but_sign = attn::detail::limits<word>::max;
  return bits_as<word>(bound) - (bits_as<words_of<V>>(x) & all_but_sign);
}

template <class T, std::size_t N, class Isa = native_isa>
struct exp_kernel {
  static constexpr const char* name =
      N < 8 * Isa::template lanes<T> ? "vectors" : "groups of vectors";
};

template <std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void exp(T* out, const T* x) {
  using V = vec<T, Isa::template lanes<T>>;
  constexpr std::size_t lanes = lanes_of<V>, group = 8 * lanes, together = 2;
  constexpr std::size_t rest = N % group, whole = N - rest;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < whole; i += group) {
    words_of<V> extreme{};
    for_constants<group / lanes>([&](auto j) ATTN_INLINE_LAMBDA {
      extreme = extreme | beyond(load<V>(x + i + j * lanes), math::moderate_bound<T>);
    });
    if (any_negative(extreme)) {
      for (std::size_t j = i; j < i + group; j += lanes)
        store(out + j, math::exp_lanes(load<V>(x + j)));
    } else {
#pragma GCC unroll 1
      for (std::size_t j = i; j < i + group; j += together * lanes)
        store(out + j, math::exp_lanes<math::exp_domain::moderate>(load_pack<V, together>(x + j)));
    }
  }
  if constexpr (rest > 0)
    elementwise<rest, Isa>(
        out + whole, [](const auto& v) ATTN_INLINE_LAMBDA { return math::exp_lanes(v); },
        x + whole);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
