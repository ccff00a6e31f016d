// SPDX-License-Identifier: BSL-1.0
// rejected: four gates for a cell that has three.
// expect-error: attn::nn::gru_cell: the gate order is gate_order::rzn
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;

#ifdef ATTN_REJECT
constexpr nn::gru_cell<double, in, hidden, gate_order::ifgo> cell{};
#else
constexpr nn::gru_cell<double, in, hidden, gate_order::zrh> cell{};
#endif
