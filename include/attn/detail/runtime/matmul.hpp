// SPDX-License-Identifier: BSL-1.0
// The product of two matrices: its kernel, few rows, packed and transposed right operands.
#ifndef ATTN_DETAIL_RUNTIME_MATMUL_HPP
#define ATTN_DETAIL_RUNTIME_MATMUL_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/runtime/elementwise.hpp>
#include <attn/detail/runtime/matmul_block.hpp>
#include <attn/detail/runtime/matmul_small.hpp>
#include <attn/detail/runtime/row.hpp>
#include <attn/detail/runtime/transpose.hpp>
#include <attn/detail/storage.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::runtime {

// A few rows of a by b transposed, b (N, K) as it lies: a square of b is transposed in registers
// and multiplied at once. Many rows share a panel instead, matmul_transposed.hpp: for a few it
// would cost more to write and read than to multiply.
//
// One row is multiplied before the squares are transposed: the products are the same, and no factor
// has to be broadcast. Sums stay in registers while k runs, so every element keeps the one order of
// additions of detail/generic/matmul.hpp.

// Whether M rows by N are few. Measured: each row reads its factors again for every vector, which
// only AVX-512's large squares make up for. 4 depends on its registers: a square, and sums.
template <class Isa, class T, std::size_t M, std::size_t N>
inline constexpr bool has_few_rows =
    M == 1 || (M <= 4 && (Isa::bytes == 64 || N < Isa::template lanes<T>));

// The lanes of a vector. Measured on Zen 4, whose units permute 32 bytes: for one or two rows, half
// vectors take 0.75 to 0.9 of the time, unless whole lines come from beyond the caches.
template <class Isa, class T, std::size_t M, std::size_t K, std::size_t N>
inline constexpr std::size_t lanes_of_few_rows = [] {
  constexpr std::size_t lanes = Isa::template lanes<T>;
  const bool half =
      Isa::bytes == 64 && M <= 2 && N >= lanes && !is_beyond_caches(N * K * sizeof(T));
  return half ? lanes / 2 : lanes;
}();

// How many vectors of sums at a time: several independent ones, so that additions need not wait.
// Depends on their latency, 3 or 4 cycles, and on registers, which hold the square too.
template <std::size_t M>
inline constexpr std::size_t groups_at_once = M == 1   ? 4
                                              : M == 2 ? 2
                                                       : 1;

// Groups of rows of b: a vector's lanes. Width columns of the result, the last group overlapping
// the one before (computing twice is computing).
template <std::size_t Lanes, std::size_t Width>
struct adjacent_groups {
  static constexpr std::size_t count = (Width + Lanes - 1) / Lanes;
  template <std::size_t C>
  static constexpr std::size_t column = (C + 1) * Lanes <= Width ? C * Lanes : Width - Lanes;
  template <std::size_t C>
  static constexpr std::size_t row = column<C>;
};
// Apart rows between groups, whose results are side by side.
template <std::size_t Lanes, std::size_t Count, std::size_t Apart>
struct distant_groups {
  static constexpr std::size_t count = Count;
  template <std::size_t C>
  static constexpr std::size_t column = C * Lanes;
  template <std::size_t C>
  static constexpr std::size_t row = C * Apart;
};

// How far ahead b is prefetched, in elements, if all of its Elements come from beyond the caches: a
// group of rows, or, measured, for one row of a, which reads b as fast as it comes, two lines of
// each row (768 x 768: 139 us instead of 160 from memory, and 44 instead of 54 from the third-level
// cache; for three rows 129 instead of 93). Lines have 64 bytes.
template <class T, std::size_t M, std::size_t Elements, std::size_t Group>
inline constexpr std::size_t ahead_of_few_rows = !is_beyond_caches(Elements * sizeof(T)) ? 0
                                                 : M == 1 ? 128 / sizeof(T)
                                                          : Group;

// M rows of a, which are K long, by Groups of rows of b, of which there are Rows each if they are
// fewer than V's lanes. While they are read, those that are Ahead elements ahead are prefetched.
template <class Isa, class V, std::size_t M, std::size_t K, class Groups,
          std::size_t Rows = lanes_of<V>, std::size_t Ahead = 0>
struct few_rows {
  using T = element_of<V>;
  static constexpr std::size_t side = lanes_of<V>, now = K < side ? K : side, rest = K % now;
  // One row of a is multiplied before the square is turned, if products are rounded.
  static constexpr bool multiplies_first = M == 1 && !fuses<V>, once = M == 1 || Groups::count == 1;

  // The square at k, of which the first Done columns have been added before.
  template <std::size_t Done, std::size_t C, class B>
  ATTN_INLINE static void add(V (&sum)[M * Groups::count], const T* a, B b) {
    V row[side];
    [[maybe_unused]] V of_a;
    if constexpr (multiplies_first) of_a = load_part<V, now>(a);
    for_constants<side>([&](auto i) ATTN_INLINE_LAMBDA {
      const auto from = b + (Groups::template row<C> + (i < Rows ? i : Rows - 1)) * K;
      row[i] = load_part<V, now>(from);
      if constexpr (Ahead > 0) prefetch(from, Ahead * sizeof(T));
      if constexpr (multiplies_first) row[i] = rounded(V(row[i] * of_a));
    });
    square<V>::turn(row);
    // Factors that are kept for the next group would be spilled: each is read where it is used.
    if constexpr (M == 1 && fuses<V>) asm volatile("" : "+r"(a));
    for_constants<now - Done>([&](auto s) ATTN_INLINE_LAMBDA {
      constexpr std::size_t k = s + Done;
      for_constants<M>([&](auto m) ATTN_INLINE_LAMBDA {
        V& to = sum[m * Groups::count + C];
        if constexpr (multiplies_first)
          to = rounded(V(to + row[k]));
        else
          to = multiply_add<true>(to, broadcast<V, Isa, once>(a + m * K + k), row[k]);
      });
    });
  }

  // Rows of out are OutStride apart. Slack elements after the last one may be written to.
  template <std::size_t OutStride, std::size_t Slack = 0, class B>
  ATTN_INLINE static void run(T* out, const T* a, B b) {
    V sum[M * Groups::count];
    // -0.0 + x is x, for every x.
    for_constants<M * Groups::count>([&](auto i)
                                         ATTN_INLINE_LAMBDA { sum[i] = splat<V>(T(-0.0)); });
#pragma GCC unroll 1
    for (std::size_t k = 0; k < K - rest; k += now)
      for_constants<Groups::count>([&](auto c)
                                       ATTN_INLINE_LAMBDA { add<0, c>(sum, a + k, b + k); });
    if constexpr (rest > 0)
      for_constants<Groups::count>(
          [&](auto c) ATTN_INLINE_LAMBDA { add<now - rest, c>(sum, a + K - now, b + K - now); });
    for_constants<M>([&](auto m) ATTN_INLINE_LAMBDA {
      for_constants<Groups::count>([&](auto c) ATTN_INLINE_LAMBDA {
        // A row may spill into the next ones, which are stored after it.
        constexpr std::size_t room = (M - 1 - m) * OutStride + Rows + Slack;
        T* const to = out + m * OutStride + Groups::template column<c>;
        if constexpr (side <= room)
          store(to, sum[m * Groups::count + c]);
        else
          store_part<Rows>(to, sum[m * Groups::count + c]);
      });
    });
  }
};

// All columns: OutStride is N. Fewer than a vector's are one group.
template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Slack, class T,
          class B>
ATTN_INLINE void matmul_few_rows(T* out, const T* a, B b) {
  constexpr std::size_t lanes = lanes_of_few_rows<Isa, T, M, K, N>;
  if constexpr (N >= lanes) {
    using V = vec<T, lanes>;
    constexpr std::size_t width = groups_at_once<M> * lanes, last = N % width, whole = N - last;
    constexpr std::size_t ahead = ahead_of_few_rows<T, M, N * K, width * K>;
#pragma GCC unroll 1
    for (std::size_t j = 0; j < whole; j += width)
      few_rows<Isa, V, M, K, adjacent_groups<lanes, width>, lanes, ahead>::template run<N>(
          out + j, a, b + j * K);
    if constexpr (last > 0) {
      constexpr std::size_t from = last < lanes ? N - lanes : whole;
      few_rows<Isa, V, M, K, adjacent_groups<lanes, N - from>>::template run<N>(out + from, a,
                                                                                b + from * K);
    }
  } else {
    constexpr std::size_t fewer = lanes_to_hold<T, N>;
    few_rows<Isa, vec<T, fewer>, M, K, adjacent_groups<fewer, fewer>, N>::template run<N, Slack>(
        out, a, b);
  }
}

// A matrix product whose right operand is packed (detail/storage.hpp): a block reads memory in
// order, whatever the matrix's width, and every vector is whole.
//
//   matmul_packed<M, K, N>(out, a, b, epilogue)
//
// epilogue: no_epilogue, plus_row, or fused_activation<one of them, f>: f of every element of a
// strip when all its rows are there, and still in the cache.

template <class T, std::size_t K, class Ahead>
struct packed_lines : Ahead {
  static constexpr std::size_t stride = packed_line<T>;
  template <class Strip, std::size_t C>
  static constexpr std::size_t at = packed_index<T, K>(0, Strip::template at<C>);
};

// The number of lines that are prefetched: by itself a processor looks ahead to the end of a page.
// More of them where nearly all of b comes from beyond the second-level cache, unless blocks of
// rows read it again: measured for 3 and 4 rows, that takes 0.87 to 1.0 of the time there, and 1.1
// to 1.2 of it where that cache has b. One or two rows do little but load, and would take 1.03 to
// 1.3 times as long.
template <class T, std::size_t M, std::size_t K, std::size_t N, std::size_t MostRows, class B>
ATTN_ABI constexpr auto prefetch_of_packed() {
  constexpr std::size_t line = packed_line<T> * sizeof(T);
  if constexpr (M < 3 || K < 64 || !std::is_pointer_v<B>)
    return prefetched<0>{};
  else if constexpr (is_beyond_caches(K * N * sizeof(T) / 2) && M <= MostRows)
    return prefetched<64 * line>{};
  else
    return prefetched<16 * line, cache_level::first>{};
}

// For the tables: in a packed product nothing is chosen.
struct matmul_packed_kernel {
  static constexpr const char* name = "packed";
};

template <class Epilogue, class F>
struct fused_activation : Epilogue {
  using sum = Epilogue;
  using function = F;
};
template <class Epilogue>
inline constexpr bool has_function = requires { typename Epilogue::function; };

// F of the first Width elements of M rows that are Stride apart. Of several vectors at once if F is
// made for that, so that none waits for itself.
template <class F, class Isa, std::size_t M, std::size_t Stride, std::size_t Width, class T>
ATTN_INLINE void rows_of(T* out) {
  constexpr std::size_t lanes = Isa::template lanes<T>, vectors = Width / lanes;
  T *row = out, *const end = out + M * Stride;
  if constexpr (takes_several<F> && Width % lanes == 0 && vectors == 2 && M > 1) {
    using V = vec<T, lanes>;
#pragma GCC unroll 1
    for (T* const last = end - Stride; row < last; row += 2 * Stride) {
      vector_pack<V, 4> v;
      for_constants<4>([&](auto i) ATTN_INLINE_LAMBDA {
        v.of[i] = load<V>(row + i / 2 * Stride + i % 2 * lanes);
      });
      v = F{}(v);
      for_constants<4>(
          [&](auto i) ATTN_INLINE_LAMBDA { store(row + i / 2 * Stride + i % 2 * lanes, v.of[i]); });
    }
  }
#pragma GCC unroll 1
  for (; row < end; row += Stride) {
    if constexpr (takes_several<F> && Width % lanes == 0 && (vectors == 3 || vectors == 4))
      store(row, F{}(load_pack<vec<T, lanes>, vectors>(row)));
    else
      elementwise<Width, Isa>(row, F{}, static_cast<const T*>(row));
  }
}

// The elements of b may be converted to T as they are loaded (load_columns).
template <std::size_t M, std::size_t K, std::size_t N, class Isa, class T, class B,
          class Epilogue = no_epilogue>
ATTN_INLINE void matmul_packed_lines(T* out, const T* a, B b, const Epilogue& epilogue = {}) {
  constexpr std::size_t lanes = Isa::template lanes<T>;
  using strips = column_strips<Isa, T, M, K, N, packed_line<T> / lanes>;
  constexpr std::size_t most_rows = block_heights<Isa, M, strips::wide / lanes>::most;
  using ahead = decltype(prefetch_of_packed<T, M, K, N, most_rows, B>());
  for_each_strip<strips, N>([&]<std::size_t Width>(std::size_t j) {
    using columns = filled_strip<T, lanes, Width>;
    matmul_strip<Isa, M, columns, N, K, packed_lines<T, K, ahead>>(
        out + j, a, from_line<K>(b, j), K, false, epilogue.from_column(j));
    if constexpr (has_function<Epilogue>)
      rows_of<typename Epilogue::function, Isa, M, N, Width>(out + j);
  });
}
template <std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa, class T,
          class Epilogue = no_epilogue>
ATTN_ABI inline void matmul_packed(T* out, const T* a, const T* b, const Epilogue& epilogue = {}) {
  if constexpr (!has_function<Epilogue>) {
    ATTN_DISPATCHED((is_dispatched<T, M * K * N>),
                    target::runtime::matmul_packed_of<M, K, N>(out, a, b, epilogue))
  } else if constexpr (is_dispatched<T, M * K * N>) {
    matmul_packed<M, K, N, Isa>(out, a, b, static_cast<const typename Epilogue::sum&>(epilogue));
    return each_element<M * N>(out, typename Epilogue::function{}, static_cast<const T*>(out));
  }
  matmul_packed_lines<M, K, N, Isa>(out, a, b, epilogue);
}

#if defined(ATTN_TARGET)
// The same for the unit's own kernel, whose epilogue is another class.
template <std::size_t M, std::size_t K, std::size_t N, class T, class Own>
ATTN_ABI inline void matmul_packed_of(T* out, const T* a, const T* b, const Own& epilogue) {
  if constexpr (requires { epilogue.row; })
    matmul_packed<M, K, N>(out, a, b, plus_row<T>{epilogue.row});
  else
    matmul_packed<M, K, N>(out, a, b);
}
#endif

// a times b transposed, b (N, K) as it lies: strip by strip, rows of b are turned in registers into
// a panel that stays in the cache, and the panel is multiplied; for a few rows of a there is none
// (matmul_few_rows.hpp). There is no other transpose, and the order of additions is the order of
// matmul(a, transpose(b)).

// `depth` columns of Rows rows of b, K apart, as rows of a panel, Stride apart. Squares at the end
// overlap the ones before. If there are fewer rows than lanes, the last one is used for the rest.
// What is Ahead elements ahead is prefetched.
template <class V, std::size_t K, std::size_t Rows, std::size_t Stride, std::size_t Ahead = 0,
          class T, class B>
ATTN_INLINE void turn_rows(T* panel, B b, std::size_t depth) {
  constexpr std::size_t side = lanes_of<V>, now = K < side ? K : side;
#pragma GCC unroll 1
  for (std::size_t k = 0; k < depth; k += now) {
    const std::size_t from = k + now <= depth ? k : depth - now;
    V row[side];
    for_constants<side>([&](auto i) ATTN_INLINE_LAMBDA {
      const auto part = b + (i < Rows ? i : Rows - 1) * K + from;
      row[i] = load_part<V, now>(part);
      if constexpr (Ahead > 0) prefetch(part, Ahead * sizeof(T));
    });
    square<V>::turn(row);
    for_constants<now>([&](auto i)
                           ATTN_INLINE_LAMBDA { store(panel + (from + i) * Stride, row[i]); });
  }
}

template <class Strip, std::size_t K, std::size_t N, class T, class B, std::size_t... C>
ATTN_INLINE void turn_strip(T* panel, B b, std::size_t depth, std::index_sequence<C...>) {
  constexpr std::size_t ahead = is_beyond_caches(N * K * sizeof(T)) ? Strip::width * K : 0;
  (turn_rows<typename Strip::template vector<C>, K, Strip::width, Strip::packed_width, ahead>(
       panel + packed_rows<Strip>::template at<Strip, C>, b + Strip::template at<C> * K, depth),
   ...);
}

template <class Isa, std::size_t M, std::size_t K, std::size_t N, std::size_t Slack, class T,
          class B>
ATTN_INLINE void matmul_turned(T* out, const T* a, B b) {
  if constexpr (has_few_rows<Isa, T, M, N>) {
    matmul_few_rows<Isa, M, K, N, Slack>(out, a, b);
  } else if constexpr (N >= Isa::template lanes<T>) {
    for_each_panel<Isa, M, K, N, T>([&]<class Strip>(T* panel, std::size_t k, std::size_t j,
                                                     std::size_t depth) {
      turn_strip<Strip, K, N>(panel, b + j * K + k, depth,
                              std::make_index_sequence<Strip::count>{});
      matmul_strip<Isa, M, Strip, N, K, packed_rows<Strip>>(out + j, a + k, panel, depth, k > 0);
    });
  } else {
    constexpr std::size_t lanes = lanes_to_hold<T, N>, depth = panel_depth<T, K, lanes>::value;
    alignas(64) T panel[depth * lanes];
    lifetime_begins(panel);
#pragma GCC unroll 1
    for (std::size_t k = 0; k < K; k += depth) {
      const std::size_t now = K - k < depth ? K - k : depth;
      turn_rows<vec<T, lanes>, K, N, lanes>(panel, b + k, now);
      matmul_narrow<Isa, M, K, N, lanes, Slack>(out, a + k, panel, now, k > 0);
    }
  }
}

// A matrix (N, K) as the packed matrix (K, N): lines of columns are rows of the matrix, turned.
template <std::size_t K, std::size_t N, class Isa = native_isa, class T>
ATTN_ABI inline void pack_transposed(T* packed, const T* b) {
  constexpr std::size_t line = packed_line<T>, rest = N % line, whole = N - rest;
  using columns = strip<T, Isa::template lanes<T>, line>;
#pragma GCC unroll 1
  for (std::size_t j = 0; j < whole; j += line)
    turn_strip<columns, K, N>(packed + j * K, b + j * K, K,
                              std::make_index_sequence<columns::count>{});
  for (std::size_t j = whole; j < N; ++j)
    for (std::size_t k = 0; k < K; ++k) packed[packed_index<T, K>(k, j)] = b[j * K + k];
  for (std::size_t j = N; j % line != 0; ++j)
    for (std::size_t k = 0; k < K; ++k) packed[packed_index<T, K>(k, j)] = T(0);
}

// The products of matrices at run time, and the rule that chooses the kernel for a shape. Every
// kernel has the bits of detail/generic/matmul.hpp.
//
//   matmul<M, K, N>              out = a b
//   matmul_transposed<M, K, N>   out = a b^T, b (N, K) as it lies
//   matmul_of_new<M, K, N>       out = a b, where b has just been written (is_read_as_new)
//   matmul_kernel<T, M, K, N>, matmul_transposed_kernel<T, M, K, N>    which kernel, and its name

enum class product_kernel { plain, in_register, pairs, rows, blocks, panels, turned };

consteval const char* name_of(product_kernel kernel) {
  constexpr const char* names[] = {"plain",  "register", "pairs", "rows",
                                   "blocks", "panels",   "turned"};
  return names[static_cast<std::size_t>(kernel)];
}

// Rows that are a multiple of this apart compete for few places in a cache: depends on its 64 sets,
// in four of which they begin.
inline constexpr std::size_t aliasing_bytes = 1024;

// The rule. A tie of the small ones was decided by the clock (Zen 4).
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
  ATTN_DISPATCHED((is_dispatched<T, M * K * N>), target::runtime::matmul<M, K, N>(out, a, b))
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
// products nothing is gained, measured, and some lose: most_terms depends on how long loads wait.
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
  ATTN_DISPATCHED((is_dispatched<T, M * K * N>),
                  target::runtime::matmul_transposed<M, K, N>(out, a, b))
  if constexpr (N == 1 || K == 1)
    matmul<M, K, N, Padding, Isa>(out, a, b);
  else if constexpr (kernel_scalar<T>)
    matmul_turned<Isa, M, K, N, Padding.out>(out, a, b);
  else
    generic::matmul_transposed<M, K, N>(out, a, b);
}

// The same of a b whose elements are converted to T as they are loaded: load_part<V, count>(b) and
// b[i] convert, and b + i begins i elements further on (layers/quantized.hpp). Or b multiplies.
template <std::size_t M, std::size_t K, std::size_t N, class Isa = native_isa, class T, class B>
  requires(!std::is_same_v<B, const T*> && !std::is_same_v<B, T*>)
ATTN_ABI inline void matmul_transposed(T* out, const T* a, const B& b) {
  if constexpr (requires { b.template multiply<M, K, N>(out, a); }) {
    b.template multiply<M, K, N>(out, a);
  } else if constexpr (kernel_scalar<T> && K > 1 && N > 1) {
    matmul_turned<Isa, M, K, N, 0>(out, a, b);
  } else {
    for (std::size_t j = 0; j < N; ++j)
      for (std::size_t i = 0; i < M; ++i) {
        T sum = rounded(T(a[i * K] * static_cast<T>(b[j * K])));
        for (std::size_t k = 1; k < K; ++k)
          if constexpr (fuses<T>)
            sum = add_product(sum, a[i * K + k], static_cast<T>(b[j * K + k]));
          else
            sum = T(sum + rounded(T(a[i * K + k] * static_cast<T>(b[j * K + k]))));
        out[i * N + j] = sum;
      }
  }
}

}  // namespace attn::detail::runtime
ATTN_STRICT_FP_END

#endif
