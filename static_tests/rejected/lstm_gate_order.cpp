// SPDX-License-Identifier: BSL-1.0
// rejected: weights in ONNX' order for a cell in PyTorch's (keras#3088, #8720, #15915).
// expect-error: attn::nn::lstm_cell: the gates stand in another order; convert with in_gate_order<order>\(cell\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::lstm_cell<double, in, hidden, gate_order::iofc> from_onnx;

#ifdef ATTN_REJECT
constexpr nn::lstm_cell<double, in, hidden> cell = from_onnx;
#else
constexpr nn::lstm_cell<double, in, hidden> cell = in_gate_order<gate_order::ifgo>(from_onnx);
#endif
