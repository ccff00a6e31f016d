// SPDX-License-Identifier: BSL-1.0
// rejected: the last state of one piece begins the next, but is not the state before it.
// expect-error: attn::unroll\(cell, xs, before\): before is that of the first step: initial\(h\), or advance\(last\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr tensor<double, time, in> xs;
constexpr auto one = unroll(cell, xs, initial<cell_type::state_type>());

#ifdef ATTN_REJECT
constexpr auto two = unroll(cell, xs, one.last);
#else
constexpr auto two = unroll(cell, xs, advance(one.last));
#endif
