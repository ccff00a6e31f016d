// SPDX-License-Identifier: BSL-1.0
// rejected: a GRU in the order of an LSTM.
// expect-error: attn::in_gate_order<order>\(cell\): the gate order of a GRU
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::gru_cell<double, in, hidden> cell;

#ifdef ATTN_REJECT
constexpr auto turned = in_gate_order<gate_order::iofc>(cell);
#else
constexpr auto turned = in_gate_order<gate_order::zrh>(cell);
#endif
