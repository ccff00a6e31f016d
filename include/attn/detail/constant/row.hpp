// SPDX-License-Identifier: BSL-1.0
// Rows of elements as one value of constant evaluation.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <attn/detail/generic/matmul.hpp>
#include <attn/detail/vector.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail::constant {

// A row of a matrix as one vector value, for constant evaluation: one operation on it is one step
// of the compiler's evaluator, however wide it is. Rows longer than `widest` are cut into pieces.

inline constexpr std::size_t widest = 64;

// Not constexpr on purpose: reached in constant evaluation, its name is the compiler's message.
ATTN_ABI inline void constant_is_not_a_number() {}

// The lanes that hold Count elements: vectors come in powers of two. Vectors of 32 and 64 bytes are
// left out: whether a function can return them depends on the target, and GCC warns where it
// cannot.
template <class T, std::size_t Count>
inline constexpr std::size_t lanes = [] {
  constexpr std::size_t bytes = std::bit_ceil(Count * sizeof(T));
  return (bytes <= 16 ? 16 : bytes <= 128 ? 128 : bytes) / sizeof(T);
}();

// The constant evaluator can turn an array into a vector and back: GCC 12, Clang 18 and newer.
// Asked of the compiler itself, not of its name.
template <class T>
consteval bool casts_vectors() {
  constexpr std::size_t n = least_lanes<T>;
  const auto v = bits_as<vec<T, n>>(block<T, n>{{1, 2}});
  return bits_as<block<T, n>>(v + v).data[1] == T(4);
}
template <class T>
concept row_scalar =
    kernel_scalar<T> && requires { typename std::bool_constant<casts_vectors<T>()>; };

// Vectors that a storage of Count elements consists of, if there is nothing else in it: one cast
// takes it apart, or puts it together, where loops over its elements would take a step for each.
template <class T, std::size_t Lanes, std::size_t Lines>
struct lines {
  vec<T, Lanes> of[Lines];
};
template <class Storage, class T, std::size_t Lanes, std::size_t Count>
inline constexpr bool made_of_lines = [] {
  if constexpr (row_scalar<T>)
    return Count % Lanes == 0 && sizeof(Storage) == Count * sizeof(T);
  else
    return false;
}();

// Count elements from `from` on, Stride apart. The other lanes repeat the first, a value like any
// other of the row.
template <std::size_t Count, std::size_t Stride = 1, class T>
ATTN_ABI constexpr auto load_row(const T* from) {
  block<T, lanes<T, Count>> elements;
  for (std::size_t i = 0; i < Count; ++i) elements.data[i] = from[i * Stride];
  for (std::size_t i = Count; i < lanes<T, Count>; ++i) elements.data[i] = from[0];
  return elements;
}

// Compilers reject a scalar constant that is not a number, but let vectors pass: so look, where the
// row is taken apart anyway. What compiled is free of NaNs.
template <std::size_t Count, std::size_t Stride = 1, class T, std::size_t Lanes>
ATTN_ABI constexpr void store_row(T* to, const block<T, Lanes>& elements) {
  for (std::size_t i = 0; i < Count; ++i) {
    if (elements.data[i] != elements.data[i]) constant_is_not_a_number();
    to[i * Stride] = elements.data[i];
  }
}

}  // namespace attn::detail::constant

namespace attn::detail {

// Rows of elements that are no numbers, in constant evaluation: what an operation does with up to
// 64 of them is computed with vectors of their words.
//
//   element_rows<T>::known              T has rows: influence, term
//   element_rows<T>::row<Lanes>         Lanes elements, with the operators and functions of T:
//     row(x)                            all are x, an element or a number
//     row::load(from, count, stride)    the others repeat the first
//     r.store(to, count, stride)
//     r.failed                          contagious: some lane needs the operation of an element
//
// A row whose elements are of several kinds, such as constants and inputs, fails, and so does an
// operation whose lanes differ in more than words. Then the elements are computed one by one, so
// that a row never has another result than its elements have.

template <class T>
struct element_rows {
  static constexpr bool known = false;
};

namespace constant {

inline constexpr bool words_have_rows = row_scalar<double>;
template <class T>
concept has_rows = element_rows<T>::known;
template <class T, std::size_t Count>
using row_of =
    typename element_rows<T>::template row<lanes<std::uint64_t, (Count < widest ? Count : widest)>>;

// The lanes that a loop handles from i on, of N.
template <class Row>
ATTN_ABI constexpr std::size_t lanes_from(std::size_t i, std::size_t n) {
  return n - i < Row::lanes ? n - i : Row::lanes;
}

// out[i] = operation(x[i]…), `count` of at most N elements. out may be an x.
template <std::size_t N, class T, class Operation, class... X>
ATTN_ABI constexpr void elementwise_in_rows(T* out, std::size_t count, const Operation& operation,
                                            const X*... x) {
  using row = row_of<T, N>;
  for (std::size_t i = 0; i < count; i += row::lanes) {
    const std::size_t some = lanes_from<row>(i, count);
    const row y = operation(row::load(x + i, some, 1)...);
    if (y.failed)
      for (std::size_t j = i; j < i + some; ++j) out[j] = operation(x[j]...);
    else
      y.store(out + i, some, 1);
  }
}

// out[i] = what rows(i) has from there on, of N elements.
template <std::size_t N, class T, class Rows>
ATTN_ABI constexpr void write_rows(T* out, const Rows& rows) {
  using row = row_of<T, N>;
  for (std::size_t i = 0; i < N; i += row::lanes) rows(i).store(out + i, lanes_from<row>(i, N), 1);
}

// The product of detail/constant/matmul.hpp, whose strides these are.
template <std::size_t M, std::size_t K, std::size_t N, std::size_t BRow, std::size_t BColumn,
          class T>
ATTN_ABI constexpr void matmul_in_rows(T* out, const T* a, const T* b) {
  using row = row_of<T, N>;
  for (std::size_t j = 0; j < N; j += row::lanes) {
    const std::size_t some = lanes_from<row>(j, N);
    row of_b[K];
    bool failed = false;
    for (std::size_t k = 0; k < K && !failed; ++k) {
      of_b[k] = row::load(b + k * BRow + j * BColumn, some, BColumn);
      failed = of_b[k].failed;
    }
    for (std::size_t i = 0; i < M; ++i) {
      row sum;
      sum.failed = failed;
      if (!failed) sum = row(a[i * K]) * of_b[0];
      for (std::size_t k = 1; k < K && !sum.failed; ++k) sum = sum + row(a[i * K + k]) * of_b[k];
      if (!sum.failed)
        sum.store(out + i * N + j, some, 1);
      else
        for (std::size_t c = j; c < j + some; ++c)
          out[i * N + c] = generic::dot<K, BRow>(a + i * K, b + c * BColumn);
    }
  }
}

// Rows of N elements, Stride apart, that are computed side by side: program(y, x) has a lane for
// each, and otherwise(start) computes the one that begins there. out may be x.
template <class T>
using row_side_by_side = row_of<T, 16>;
template <std::size_t N, std::size_t Stride, class T, class Program, class Otherwise>
ATTN_ABI constexpr void side_by_side(T* out, const T* x, std::size_t rows, const Program& program,
                                     const Otherwise& otherwise) {
  using row = row_side_by_side<T>;
  constexpr std::size_t next = Stride == 1 ? N : 1;  // row
  const std::size_t together = Stride == 1 ? rows : Stride;
  for (std::size_t first = 0; first < rows; first += together)
    for (std::size_t r = 0; r < together; r += row::lanes) {
      const std::size_t some = lanes_from<row>(r, together), start = first * N + r * next;
      row from[N], to[N];
      bool failed = false;
      for (std::size_t i = 0; i < N && !failed; ++i) {
        from[i] = row::load(x + start + i * Stride, some, next);
        failed = from[i].failed;
      }
      if (!failed) program(to, from);
      for (std::size_t i = 0; i < N && !failed; ++i) failed = to[i].failed;
      if (failed)
        for (std::size_t s = 0; s < some; ++s) otherwise(start + s * next);
      else
        for (std::size_t i = 0; i < N; ++i) to[i].store(out + start + i * Stride, some, next);
    }
}

}  // namespace constant
}  // namespace attn::detail
ATTN_STRICT_FP_END
