// SPDX-License-Identifier: BSL-1.0
// rejected: a single input is no sequence.
// expect-error: attn::unroll\(cell, xs, before\): xs must be \(time, in\), or have more axes
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
constexpr auto all = unroll(cell, x, initial<cell_type::state_type>());
#else
constexpr auto all = unroll(cell, tensor<double, time, in>{}, initial<cell_type::state_type>());
#endif
