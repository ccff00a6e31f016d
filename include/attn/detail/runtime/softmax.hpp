// SPDX-License-Identifier: BSL-1.0
// Softmax of rows at run time: three passes of vectors over a row.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>

#include <attn/detail/generic/softmax.hpp>
#include <attn/detail/runtime/row.hpp>
#include <attn/detail/vector.hpp>

namespace attn::detail::runtime {

template <class Isa, std::size_t N, class T>
struct softmax_row : row<Isa, N, T> {
  using typename row<Isa, N, T>::V;
  using row<Isa, N, T>::lanes, row<Isa, N, T>::whole, row<Isa, N, T>::tail;
  using row<Isa, N, T>::count, row<Isa, N, T>::stripes, row<Isa, N, T>::total;

  // A short row stays in registers between the passes; a long one in `out`.
  static constexpr bool short_row = count <= 8;

  ATTN_INLINE static V larger(const V& a, const V& b) { return a > b ? a : b; }

  ATTN_INLINE static T largest(const T* x) {
    V m;
    if constexpr (whole == 0) {
      m = keep_first<tail>(load_part<V, tail>(x), -std::numeric_limits<T>::infinity());
    } else {
      m = load<V>(x);
      for (std::size_t j = 1; j < whole; ++j) m = larger(m, load<V>(x + j * lanes));
      if constexpr (tail > 0) m = larger(m, load<V>(x + N - lanes));  // some twice: no matter
    }
    return fold_lanes(m, [](const V& a, const V& b) { return larger(a, b); });
  }

  ATTN_INLINE static V exp_of_difference(const V& x, const V& m) {
    return math::exp_lanes<true>(V(x - m));
  }

  // The whole row in registers; J counts its vectors.
  template <std::size_t... J>
  ATTN_INLINE static void in_registers(T* out, const T* x, std::index_sequence<J...>) {
    const V m = splat<V>(largest(x));
    constexpr auto held = [](std::size_t j) { return j < whole ? lanes : tail; };
    const V e[] = {exp_of_difference(load_part<V, held(J)>(x + J * lanes), m)...};
    V sum[stripes];
    for (V& s : sum) s = splat<V>(T(-0.0));  // -0.0 + e is e
    ((sum[J % stripes] = sum[J % stripes] + keep_first<held(J)>(e[J], T(-0.0))), ...);
    const V share = splat<V>(T(1) / total(sum));
    (store_part<held(J)>(out + J * lanes, rounded(V(e[J] * share))), ...);
  }

  ATTN_INLINE static void through_memory(T* out, const T* x) {
    const V m = splat<V>(largest(x));
    V sum[stripes];
    for (V& s : sum) s = splat<V>(T(-0.0));
    std::size_t j = 0;
    for (; j + stripes <= whole; j += stripes)
      for (std::size_t s = 0; s < stripes; ++s) {
        const V e = exp_of_difference(load<V>(x + (j + s) * lanes), m);
        store(out + (j + s) * lanes, e);
        sum[s] = sum[s] + e;
      }
    for (std::size_t s = 0; j < whole; ++j, ++s) {
      const V e = exp_of_difference(load<V>(x + j * lanes), m);
      store(out + j * lanes, e);
      sum[s] = sum[s] + e;
    }
    if constexpr (tail > 0) {
      const V e = exp_of_difference(load_part<V, tail>(x + whole * lanes), m);
      store_part<tail>(out + whole * lanes, e);
      sum[whole % stripes] = sum[whole % stripes] + keep_first<tail>(e, T(-0.0));
    }
    const V share = splat<V>(T(1) / total(sum));
    for (std::size_t i = 0; i < whole; ++i)
      store(out + i * lanes, rounded(V(load<V>(out + i * lanes) * share)));
    if constexpr (tail > 0) {
      T* last = out + whole * lanes;
      store_part<tail>(last, rounded(V(load_part<V, tail>(last) * share)));
    }
  }

  ATTN_INLINE static void run(T* out, const T* x) {
    if constexpr (short_row)
      in_registers(out, x, std::make_index_sequence<count>{});
    else
      through_memory(out, x);
  }
};

// Rows of N elements, one after the other.
template <std::size_t N, class Isa = native_isa, class T>
inline void softmax(T* out, const T* x, std::size_t rows) {
  for (std::size_t r = 0; r < rows; ++r) {
    if constexpr (kernel_scalar<T>)
      softmax_row<Isa, N, T>::run(out + r * N, x + r * N);
    else
      generic::softmax<N, 1>(out + r * N, x + r * N);
  }
}

}  // namespace attn::detail::runtime
