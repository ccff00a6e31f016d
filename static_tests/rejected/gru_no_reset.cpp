// SPDX-License-Identifier: BSL-1.0
// rejected: the order of the gates twice, and no reset.
// expect-error: attn::nn::gru_cell: the reset is linear_before_reset \(PyTorch\) or reset_before_linear
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;

#ifdef ATTN_REJECT
constexpr nn::gru_cell<double, in, hidden, gate_order::rzn, gate_order::zrh> cell{};
#else
constexpr nn::gru_cell<double, in, hidden, gate_order::zrh, reset_before_linear> cell{};
#endif
