// SPDX-License-Identifier: BSL-1.0
// The products of matrices at run time, and the rule that chooses the kernel for a shape. Every
// kernel has the bits of detail/generic/matmul.hpp.
//
//   matmul<M, K, N>              out = a b
//   matmul_transposed<M, K, N>   out = a b^T, b (N, K) as it lies
//   matmul_of_new<M, K, N>       out = a b, where b has just been written (is_read_as_new)
//   matmul_kernel<T, M, K, N>, matmul_transposed_kernel<T, M, K, N>    which kernel, and its name
#pragma once

#include <cstddef>

#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/runtime/matmul_columns.hpp>
#include <attn/detail/runtime/matmul_last_columns.hpp>
#include <attn/detail/runtime/matmul_pairs.hpp>
#include <attn/detail/runtime/matmul_register.hpp>
#include <attn/detail/runtime/matmul_rows.hpp>
#include <attn/detail/runtime/matmul_transposed.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

enum class product_kernel { plain, in_register, pairs, rows, blocks, panels, turned };

consteval const char* name_of(product_kernel kernel) {
  constexpr const char* names[] = {"plain",  "register", "pairs", "rows",
                                   "blocks", "panels",   "turned"};
  return names[static_cast<std::size_t>(kernel)];
}

// Rows that are a multiple of this apart compete for few places in a cache.
inline constexpr std::size_t aliasing_bytes = 1024;

// The rule. A tie of the small ones was decided by the clock.
template <class T, std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa>
struct matmul_kernel {
  static consteval product_kernel choose() {
    constexpr std::size_t lanes = Isa::template lanes<T>, sixteen_bytes = least_lanes<T>;
    constexpr std::size_t largest = largest_matrix<M, K, N>;
    constexpr std::size_t bytes_of_b = K * N * sizeof(T);
    constexpr bool rows_collide = N * sizeof(T) % aliasing_bytes == 0 && bytes_of_b > panel_bytes;
    constexpr bool read_again = M > block_heights<Isa, M, 2>::most;

    if (!kernel_scalar<T>) return product_kernel::plain;
    if (largest == sixteen_bytes) return product_kernel::in_register;
    if (M > 1 && M <= 8 && N > 1 && N <= sixteen_bytes && K <= sixteen_bytes && Isa::bytes >= 32)
      return product_kernel::pairs;
    if (largest >= sixteen_bytes && largest <= lanes) return product_kernel::in_register;
    if (M > 1 && N == 1) return product_kernel::turned;
    if (N < lanes) return product_kernel::rows;
    if (read_again && (rows_collide || bytes_of_b > large_bytes)) return product_kernel::panels;
    return product_kernel::blocks;
  }
  ATTN_ABI static constexpr product_kernel value = choose();
  static constexpr const char* name = name_of(value);
};

template <class T, std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa>
struct matmul_transposed_kernel {
  // What is one row, or one column, is its own transpose.
  static constexpr bool as_it_is = N == 1 || K == 1 || !kernel_scalar<T>;
  ATTN_ABI static constexpr product_kernel value =
      as_it_is ? matmul_kernel<T, M, K, N, Isa>::value : product_kernel::turned;
  static constexpr const char* name = name_of(value);
};

template <std::size_t M, std::size_t K, std::size_t N, padding Padding = padding{},
          class Isa = native_isa, class T>
ATTN_ABI inline void matmul(T* out, const T* a, const T* b) {
  constexpr product_kernel kernel = matmul_kernel<T, M, K, N, Isa>::value;
  if constexpr (kernel == product_kernel::in_register)
    matmul_in_register<M, K, N, T>::template run<Padding>(out, a, b);
  else if constexpr (kernel == product_kernel::pairs)
    matmul_in_pairs<Isa, M, K, N, Padding, false, T>::run(out, a, b);
  else if constexpr (kernel == product_kernel::rows)
    matmul_rows<Isa, M, K, N, Padding.out>(out, a, b);
  else if constexpr (kernel == product_kernel::turned)  // one column: b^T a^T
    matmul_turned<Isa, 1, K, M, Padding.out>(out, b, a);
  else if constexpr (kernel == product_kernel::blocks) {
    using last_columns = matmul_last_columns<Isa, M, K, N, T>;
    if constexpr (K * N * sizeof(T) > large_bytes)
      matmul_blocks_in_order<Isa, M, K, N, N - last_columns::count>(out, a, b);
    else
      matmul_blocks<Isa, M, K, N, N - last_columns::count>(out, a, b);
    if constexpr (last_columns::count > 0) last_columns::run(out, a, b);
  } else if constexpr (kernel == product_kernel::panels)
    matmul_panels<Isa, M, K, N>(out, a, b);
  else
    generic::matmul<M, K, N>(out, a, b);
}

// A small b that has just been written, by transpose for example. Until it is in the cache, a load
// of bytes that two stores wrote waits, about 40 cycles. Kernels load whole vectors for rows that
// are shorter, and so do stores: here a row is loaded and no more, in one or two pieces. Of larger
// products, measured, nothing is gained, and some lose.
template <class T, std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa>
inline constexpr bool is_read_as_new = [] {
  constexpr product_kernel kernel = matmul_kernel<T, M, K, N, Isa>::value;
  constexpr std::size_t lanes = lanes_to_hold<T, N>;
  if (kernel == product_kernel::pairs) return N < lanes;
  constexpr std::size_t most_terms = sizeof(T) == sizeof(float) ? 128 : 32;
  return kernel == product_kernel::rows && N < lanes && N <= 4 && 2 * K > lanes &&
         M * K * N <= most_terms && M <= block_heights<Isa, M, 1>::most;
}();

template <std::size_t M, std::size_t K, std::size_t N, padding Padding = padding{},
          class Isa = native_isa, class T>
ATTN_INLINE void matmul_of_new(T* out, const T* a, const T* b) {
  if constexpr (matmul_kernel<T, M, K, N, Isa>::value == product_kernel::pairs)
    matmul_in_pairs<Isa, M, K, N, Padding, true, T>::run(out, a, b);
  else
    narrow_rows<Isa, T, M, K, N, N, true, Padding.out, true>::run_unrolled(out, a, b);
}

template <std::size_t M, std::size_t K, std::size_t N, padding Padding = padding{},
          class Isa = native_isa, class T>
ATTN_ABI inline void matmul_transposed(T* out, const T* a, const T* b) {
  if constexpr (N == 1 || K == 1)
    matmul<M, K, N, Padding, Isa>(out, a, b);
  else if constexpr (kernel_scalar<T>)
    matmul_turned<Isa, M, K, N, Padding.out>(out, a, b);
  else
    generic::matmul_transposed<M, K, N>(out, a, b);
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END
