// SPDX-License-Identifier: BSL-1.0
// rejected: of the right width, and of another name.
// expect-error: attn: a step \(x, before\): x and the input of the cell have different names
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
constexpr auto after = cell(tensor<double, axis<"word", 3>>{}, initial<cell_type::state_type>());
#else
constexpr auto after = cell(tensor<double, dim<3>>{}, initial<cell_type::state_type>());
#endif
