// SPDX-License-Identifier: BSL-1.0
// packed(cell): the same cell with its weights in the order in which a step reads them.
//
//   constexpr auto fast = packed(cell);     packed at compile time
//   fast(x, before)                         cell(x, before), bit for bit
//   unroll(fast, xs, before)                recurrent/unroll.hpp
//
// For an rnn_cell, an lstm_cell or a gru_cell in any gate order; a packed cell is returned
// unchanged. Every step of a plain cell transposes the weights, which takes longer than the
// products: pack a cell for more than one step. unroll packs a plain cell once if it fits on the
// stack. Weights are (input, gates * hidden) then, ops/packed.hpp; the parameters of a model are
// those of the plain cell. Exact.
#pragma once

#include <type_traits>

#include <attn/layers/packed.hpp>
#include <attn/recurrent/gru.hpp>
#include <attn/recurrent/lstm.hpp>
#include <attn/recurrent/rnn.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn {

namespace detail {

template <class To, class Cell>
ATTN_ABI constexpr To packed_cell(const Cell& cell) {
  To to{};
  pack_transposed(to.weight_ih, cell.weight_ih.data());
  pack_transposed(to.weight_hh, cell.weight_hh.data());
  to.bias_ih = cell.bias_ih;
  to.bias_hh = cell.bias_hh;
  return to;
}

}  // namespace detail

template <class T, class In, class Hidden, class Activation, class Weights>
ATTN_ABI constexpr auto packed(const nn::rnn_cell<T, In, Hidden, Activation, Weights>& cell) {
  if constexpr (std::is_same_v<Weights, packed_weights>)
    return cell;
  else
    return detail::packed_cell<nn::rnn_cell<T, In, Hidden, Activation, packed_weights>>(cell);
}

template <class T, class In, class Hidden, class Order, class Weights>
ATTN_ABI constexpr auto packed(const nn::lstm_cell<T, In, Hidden, Order, Weights>& cell) {
  if constexpr (std::is_same_v<Weights, packed_weights>)
    return cell;
  else
    return detail::packed_cell<nn::lstm_cell<T, In, Hidden, Order, packed_weights>>(cell);
}

template <class T, class In, class Hidden, class Order, class Reset, class Weights>
ATTN_ABI constexpr auto packed(const nn::gru_cell<T, In, Hidden, Order, Reset, Weights>& cell) {
  if constexpr (std::is_same_v<Weights, packed_weights>)
    return cell;
  else
    return detail::packed_cell<nn::gru_cell<T, In, Hidden, Order, Reset, packed_weights>>(cell);
}

}  // namespace attn
ATTN_STRICT_FP_END
