// SPDX-License-Identifier: BSL-1.0
// packed(cell): the same cell with its weights in the order in which a step reads them.
//
//   constexpr auto fast = packed(cell);     packed by the compiler, part of the program
//   fast(x, before)                         cell(x, before) to the bit
//   unroll(fast, xs, before)                recurrent/unroll.hpp
//
// Of an lstm_cell or a gru_cell in any gate order; of a cell that is packed, itself. A step of a
// plain cell turns the weights round every time, which takes longer than the products: pack what
// makes more than one step. unroll packs a plain cell once, where that fits on the stack. Weights
// are (input, gates * hidden) then, ops/packed.hpp; the parameters of a model are those of the
// plain cell. Exact.
#pragma once

#include <type_traits>

#include <attn/detail/runtime/pack_turned.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>

namespace attn {

namespace detail {

// packed(transpose(w)), of all gates' rows (gates, hidden, in).
template <class T, class Gates, class Hidden, class In>
constexpr void pack_gates(typename packed_weights::template type<T, Gates, Hidden, In>& to,
                          const tensor<T, Gates, Hidden, In>& w) {
  constexpr std::size_t in = In::size, outputs = Gates::size * Hidden::size;
  if constexpr (kernel_scalar<T>) {
    if (!std::is_constant_evaluated()) {
      runtime::pack_turned<in, outputs>(to.storage_.data, w.data());
      return;
    }
  }
  for (std::size_t j = 0; j < outputs; ++j)
    for (std::size_t k = 0; k < in; ++k)
      to.storage_.data[packed_index<T, in>(k, j)] = w.data()[j * in + k];
}

template <class To, class Cell>
constexpr To packed_cell(const Cell& cell) {
  To to;
  pack_gates(to.weight_ih, cell.weight_ih);
  pack_gates(to.weight_hh, cell.weight_hh);
  to.bias_ih = cell.bias_ih;
  to.bias_hh = cell.bias_hh;
  return to;
}

}  // namespace detail

template <class T, class In, class Hidden, class Order, class Weights>
constexpr auto packed(const nn::lstm_cell<T, In, Hidden, Order, Weights>& cell) {
  if constexpr (std::is_same_v<Weights, packed_weights>)
    return cell;
  else
    return detail::packed_cell<nn::lstm_cell<T, In, Hidden, Order, packed_weights>>(cell);
}

template <class T, class In, class Hidden, class Order, class Reset, class Weights>
constexpr auto packed(const nn::gru_cell<T, In, Hidden, Order, Reset, Weights>& cell) {
  if constexpr (std::is_same_v<Weights, packed_weights>)
    return cell;
  else
    return detail::packed_cell<nn::gru_cell<T, In, Hidden, Order, Reset, packed_weights>>(cell);
}

}  // namespace attn
