// SPDX-License-Identifier: BSL-1.0
// Sums at run time: of rows, side by side in vectors; and along an axis that others follow, a
// vector of sums at a time. The order is that of detail/generic/reduce.hpp.
#pragma once

#include <cstddef>

#include <attn/detail/generic/reduce.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/row.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// Rows of N elements, one after the other.
template <std::size_t Rows, std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void sums_of_rows(T* out, const T* x) {
  using in_vectors = row<Isa, N, T>;
  const auto some = [&]<std::size_t Count>(std::size_t from, T(&totals)[Count]) ATTN_INLINE_LAMBDA {
    in_vectors::sums_of(totals, x + from * N,
                        [](std::size_t, const auto& v, auto) ATTN_INLINE_LAMBDA { return v; });
    for (std::size_t r = 0; r < Count; ++r) out[from + r] = totals[r];
  };
  constexpr std::size_t rest = Rows % in_vectors::abreast, together = Rows - rest;
  for (std::size_t r = 0; r < together; r += in_vectors::abreast) {
    T totals[in_vectors::abreast];
    some(r, totals);
  }
  if constexpr (rest > 0) {
    T totals[rest];
    some(together, totals);
  }
}

// N elements, Inner apart, for each of Inner places.
template <std::size_t N, std::size_t Inner, class Isa = native_isa, class T>
ATTN_ABI inline void sums_of_columns(T* out, const T* x) {
  using V = vec<T, lanes_for<Isa, T, Inner>>;
  constexpr std::size_t count = N < generic::partials ? N : generic::partials;
  constexpr std::size_t rest = Inner % lanes_of<V>, whole = Inner - rest;
  const auto column =
      [&]<std::size_t Count>(std::size_t i, std::integral_constant<std::size_t, Count>)
          ATTN_INLINE_LAMBDA {
            V partial[count];
            for (std::size_t e = 0; e < count; ++e)
              partial[e] = load_part<V, Count>(x + e * Inner + i);
            for (std::size_t e = count; e < N; ++e)
              partial[e % count] = partial[e % count] + load_part<V, Count>(x + e * Inner + i);
            for (std::size_t half = generic::partials / 2; half > 0; half /= 2)
              for (std::size_t l = 0; l < half && l + half < count; ++l)
                partial[l] = partial[l] + partial[l + half];
            store_part<Count>(out + i, partial[0]);
          };
  for (std::size_t i = 0; i < whole; i += lanes_of<V>)
    column(i, std::integral_constant<std::size_t, lanes_of<V>>{});
  if constexpr (rest > 0) column(whole, std::integral_constant<std::size_t, rest>{});
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
