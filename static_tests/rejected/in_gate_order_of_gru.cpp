// SPDX-License-Identifier: BSL-1.0
// rejected: an LSTM in the order of a GRU.
// expect-error: attn::in_gate_order<order>\(cell\): the gate order of an LSTM
// errors: 1
#include <attn.hpp>

using namespace attn;

using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto turned = in_gate_order<gate_order::zrh>(cell);
#else
constexpr auto turned = in_gate_order<gate_order::iofc>(cell);
#endif
