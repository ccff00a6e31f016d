// SPDX-License-Identifier: BSL-1.0
// The products of matrices at run time, and the rule that chooses the kernel for a shape. Every
// kernel has the bits of detail/generic/matmul.hpp.
//
//   matmul<M, K, N>              out = a b
//   matmul_transposed<M, K, N>   out = a b^T, b (N, K) as it lies
//   matmul_kernel<T, M, K, N>, matmul_transposed_kernel<T, M, K, N>    which kernel, and its name
#pragma once

#include <cstddef>

#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/runtime/matmul_columns.hpp>
#include <attn/detail/runtime/matmul_pairs.hpp>
#include <attn/detail/runtime/matmul_register.hpp>
#include <attn/detail/runtime/matmul_rows.hpp>
#include <attn/detail/runtime/matmul_turned.hpp>

namespace attn::detail::runtime {

enum class product_kernel { plain, in_register, pairs, rows, blocks, panels, turned };

consteval const char* name_of(product_kernel kernel) {
  constexpr const char* names[] = {"plain",  "register", "pairs", "rows",
                                   "blocks", "panels",   "turned"};
  return names[static_cast<std::size_t>(kernel)];
}

// Rows that are a multiple of this apart compete for few places in a cache.
inline constexpr std::size_t aliasing_bytes = 1024;
// What a second-level cache lends to b beside everything else.
inline constexpr std::size_t large_bytes = 128 * 1024;

template <class T, std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa>
struct matmul_kernel {
  static constexpr std::size_t lanes = Isa::template lanes<T>;
  static constexpr bool fits_a_register = M * K <= lanes && K * N <= lanes && M * N <= lanes;
  static constexpr bool tiny =
      M * K < least_lanes<T> && K * N < least_lanes<T> && M * N < least_lanes<T>;
  static constexpr bool fits_in_pairs =
      M > 1 && M <= 8 && N > 1 && N <= least_lanes<T>&& K <= least_lanes<T>&& Isa::bytes >= 32;
  static constexpr bool repays_packing = M > 2 * block_heights<Isa, M, 2>::most;
  static constexpr bool strains_the_cache = K * N * sizeof(T) > large_bytes ||
                                            (N * sizeof(T) % aliasing_bytes == 0 &&
                                             K * N * sizeof(T) > panel_bytes);
  static constexpr product_kernel value = !kernel_scalar<T>          ? product_kernel::plain
                                          : fits_in_pairs            ? product_kernel::pairs
                                          : fits_a_register && !tiny ? product_kernel::in_register
                                          : N == 1 && M > 1          ? product_kernel::turned
                                          : N < lanes                ? product_kernel::rows
                                          : repays_packing&& strains_the_cache
                                              ? product_kernel::panels
                                              : product_kernel::blocks;
  static constexpr const char* name = name_of(value);
};

template <class T, std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa>
struct matmul_transposed_kernel {
  // What is one row, or one column, is its own transpose.
  static constexpr product_kernel value = !kernel_scalar<T>  ? product_kernel::plain
                                          : N == 1 || K == 1 ? matmul_kernel<T, M, K, N, Isa>::value
                                                             : product_kernel::turned;
  static constexpr const char* name = name_of(value);
};

template <std::size_t M, std::size_t K, std::size_t N, padding Padding = padding{},
          class Isa = native_isa, class T>
inline void matmul(T* out, const T* a, const T* b) {
  constexpr product_kernel kernel = matmul_kernel<T, M, K, N, Isa>::value;
  if constexpr (kernel == product_kernel::in_register)
    matmul_in_register<M, K, N, T>::template run<Padding>(out, a, b);
  else if constexpr (kernel == product_kernel::pairs)
    matmul_in_pairs<Isa, M, K, N, Padding, T>::run(out, a, b);
  else if constexpr (kernel == product_kernel::rows)
    matmul_rows<Isa, M, K, N, Padding.out>(out, a, b);
  else if constexpr (kernel == product_kernel::turned)  // one column: b^T a^T
    matmul_turned<Isa, 1, K, M, Padding.out>(out, b, a);
  else if constexpr (kernel == product_kernel::blocks)
    matmul_blocks<Isa, M, K, N>(out, a, b);
  else if constexpr (kernel == product_kernel::panels)
    matmul_panels<Isa, M, K, N>(out, a, b);
  else
    generic::matmul<M, K, N>(out, a, b);
}

template <std::size_t M, std::size_t K, std::size_t N, padding Padding = padding{},
          class Isa = native_isa, class T>
inline void matmul_transposed(T* out, const T* a, const T* b) {
  if constexpr (N == 1 || K == 1)
    matmul<M, K, N, Padding, Isa>(out, a, b);
  else if constexpr (kernel_scalar<T>)
    matmul_turned<Isa, M, K, N, Padding.out>(out, a, b);
  else
    generic::matmul_transposed<M, K, N>(out, a, b);
}

}  // namespace attn::detail::runtime
