// SPDX-License-Identifier: BSL-1.0
// rejected: weights in Keras' order for a cell in PyTorch's (keras#3088, #8720).
// expect-error: attn::nn::gru_cell: the gates stand in another order; convert with in_gate_order<order>\(cell\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::gru_cell<double, in, hidden, gate_order::zrh> from_keras;

#ifdef ATTN_REJECT
constexpr nn::gru_cell<double, in, hidden> cell = from_keras;
#else
constexpr nn::gru_cell<double, in, hidden> cell = in_gate_order<gate_order::rzn>(from_keras);
#endif
