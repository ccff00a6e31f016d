// SPDX-License-Identifier: BSL-1.0
// rejected: three gates for a cell that has four.
// expect-error: attn::nn::lstm_cell: the gate order is gate_order::ifgo
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;

#ifdef ATTN_REJECT
constexpr nn::lstm_cell<double, in, hidden, gate_order::rzn> cell{};
#else
constexpr nn::lstm_cell<double, in, hidden, gate_order::iofc> cell{};
#endif
