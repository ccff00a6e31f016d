// SPDX-License-Identifier: BSL-1.0
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
#pragma once

#include <cstddef>
#include <cstdint>

#include <attn/detail/constant/row.hpp>
#include <attn/detail/generic/matmul.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

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
