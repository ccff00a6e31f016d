// SPDX-License-Identifier: BSL-1.0
// What the costs of recurrent cells share: the affine maps of their gates.
#pragma once

#include <cstddef>

#include <attn/ops/detail/cost.hpp>
#include <attn/recurrent/gates.hpp>
#include <attn/scalars/cost_of.hpp>

ATTN_STRICT_FP_BEGIN
namespace attn::cost::detail {

template <class State>
using hidden_of = attn::detail::hidden_tensor<State>;

// W x + U h, for each of `outputs` numbers of every row of the state; then the biases.
template <class X, class State>
ATTN_ABI constexpr operation_count gate_sums(std::size_t outputs, std::size_t biases) {
  using H = hidden_of<State>;
  return rows_in<H> * (outputs * (contraction(width_of<X>) + contraction(width_of<H>) +
                                  operation_count{.additions = 1 + biases}));
}

}  // namespace attn::cost::detail
ATTN_STRICT_FP_END
