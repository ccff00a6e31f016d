// SPDX-License-Identifier: BSL-1.0
// Steps of the cells of the library at run time, when the rules are passed: one, or the steps of a
// sequence, whose products with the inputs are computed for several steps together.
#pragma once

#include <cstddef>
#include <type_traits>

#include <attn/detail/runtime/gates.hpp>
#include <attn/detail/runtime/matmul.hpp>
#include <attn/detail/storage.hpp>
#include <attn/ops/packed.hpp>
#include <attn/recurrent/gates.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::detail {

// W x for every row of x, from rows to rows.
template <std::size_t Rows, std::size_t In, class T, class... W>
ATTN_INLINE void write_product_rows(T* out, const T* x, const tensor<T, W...>& w) {
  runtime::matmul_transposed<Rows, In, shape<W...>::volume / In>(out, x, w.data());
}
template <std::size_t Rows, std::size_t In, class T, class Inputs, class Outputs>
ATTN_INLINE void write_product_rows(T* out, const T* x,
                                    const packed_weight<T, Inputs, Outputs>& w) {
  runtime::matmul_packed<Rows, In, Outputs::size>(out, x, w.data());
}
template <std::size_t Rows, std::size_t In, class T, class W>
ATTN_INLINE void write_product_rows(T* out, const T* x, const W& w) {
  runtime::matmul_transposed<Rows, In, W::volume / In>(out, x, w.data());
}

// A step of some rows at run time, of_x (rows, gates * width) being known: f.operator()<units,
// apart>(row, first unit, products with x, with h) for all rows and units, as runtime/gates.hpp has
// them.
template <std::size_t Gates, std::size_t Rows, std::size_t Width, class Cell, class T, class F>
ATTN_INLINE void for_units_beside(const T* of_x, const Cell& cell, const T* h, const F& f) {
  constexpr bool is_packed = std::is_same_v<typename Cell::weights, packed_weights>;
  if constexpr (is_packed && runtime::has_lines_of_gates<T, Width> &&
                !is_dispatched<T, Gates * Rows * Width * Width>) {
    runtime::for_units_of_state<Gates, Rows, Width>(of_x, h, cell.weight_hh.data(), f);
  } else {
    alignas(64) T of_h[Rows * Gates * Width];
    lifetime_begins(of_h);
    write_product_rows<Rows, Width>(of_h, h, cell.weight_hh);
    for (std::size_t i = 0; i < Rows; ++i)
      f.template operator()<Width, Width>(i, 0, of_x + i * Gates * Width, of_h + i * Gates * Width);
  }
}
// The same, of x.
template <std::size_t Gates, std::size_t Rows, std::size_t In, std::size_t Width, class Cell,
          class T, class F>
ATTN_INLINE void for_units(const Cell& cell, const T* x, const T* h, const F& f) {
  constexpr bool is_packed = std::is_same_v<typename Cell::weights, packed_weights>;
  constexpr bool is_plain = std::is_same_v<typename Cell::weights, plain_weights>;
  // Products and gates are called one after the other then (detail/dispatch.hpp).
  constexpr bool in_calls = is_dispatched<T, Gates * Rows * Width*(In + Width)>;
  if constexpr (!in_calls && is_packed && runtime::has_lines_of_gates<T, Width>) {
    runtime::for_units_of_packed<Gates, Rows, In, Width>(x, cell.weight_ih.data(), h,
                                                         cell.weight_hh.data(), f);
  } else if constexpr (!in_calls && is_plain && runtime::has_vectors_of_gates<T, Rows, Width>) {
    runtime::for_units_of_plain<Gates, In, Width>(x, cell.weight_ih.data(), h,
                                                  cell.weight_hh.data(), f);
  } else {
    alignas(64) T of_x[Rows * Gates * Width];
    lifetime_begins(of_x);
    write_product_rows<Rows, In>(of_x, x, cell.weight_ih);
    for_units_beside<Gates, Rows, Width>(of_x, cell, h, f);
  }
}

// How many steps have their products with the inputs computed together, so that these weights are
// read once for all of them: parts of nearly the same number of steps. One, where small weights are
// read fast enough, or the products of two steps are too many.
template <std::size_t Steps, std::size_t Rows, std::size_t In, std::size_t Outputs, class T>
inline constexpr std::size_t steps_together = [] {
  constexpr std::size_t most = 32 * 1024 / (Rows * Outputs * sizeof(T));
  if constexpr (most < 2 || In * Outputs * sizeof(T) < 8 * 1024) {
    return std::size_t{1};
  } else {
    constexpr std::size_t parts = (Steps + most - 1) / most;
    return (Steps + parts - 1) / parts;
  }
}();
// f(t, the products of step t) for every step. Outputs: the outputs of a row. The last part begins
// so early that it is as long as the others: computing twice is computing.
template <std::size_t Steps, std::size_t Rows, std::size_t In, std::size_t Outputs, class Cell,
          class T, class F>
ATTN_INLINE void for_products_of_steps(const Cell& cell, const T* xs, const F& f) {
  constexpr std::size_t together = steps_together<Steps, Rows, In, Outputs, T>;
  alignas(64) T of_x[together * Rows * Outputs];
  lifetime_begins(of_x);
  for (std::size_t t = 0; t < Steps; t += together) {
    const std::size_t first = t + together <= Steps ? t : Steps - together;
    write_product_rows<together * Rows, In>(of_x, xs + first * Rows * In, cell.weight_ih);
    for (std::size_t s = t; s < first + together; ++s) f(s, of_x + (s - first) * Rows * Outputs);
  }
}
// The steps of a gated cell: step(t, units), where units(h, f) is for_units of step t's inputs.
template <std::size_t Gates, std::size_t Steps, std::size_t Rows, std::size_t In, std::size_t Width,
          class Cell, class T, class F>
ATTN_INLINE void for_steps(const Cell& cell, const T* xs, const F& step) {
  if constexpr (steps_together<Steps, Rows, In, Gates * Width, T> > 1)
    for_products_of_steps<Steps, Rows, In, Gates * Width>(
        cell, xs, [&](std::size_t t, const T* of_x) {
          step(t, [&](const T* h, const auto& f) {
            for_units_beside<Gates, Rows, Width>(of_x, cell, h, f);
          });
        });
  else
    for (std::size_t t = 0; t < Steps; ++t)
      step(t, [&](const T* h, const auto& f) {
        for_units<Gates, Rows, In, Width>(cell, xs + t * Rows * In, h, f);
      });
}

// How unroll makes the steps of a cell of the library where they are to be: each hidden state in
// its row of the outputs, and from there the next one.
struct steps_in_place {
  template <class Cell, class S>
  static constexpr bool of =
      requires(const Cell& cell, typename Cell::bias_type::value_type* rows, S& state) {
        requires kernel_scalar<typename Cell::bias_type::value_type>;
        cell.template write_steps<1>(rows, state, rows, state);
      };
  template <std::size_t Steps, class Cell, class T, class S>
  ATTN_ABI static void write(const Cell& cell, T* outputs, S& last, const T* xs, const S& before) {
    cell.template write_steps<Steps>(outputs, last, xs, before);
  }
};

}  // namespace attn::detail
ATTN_STRICT_FP_END
