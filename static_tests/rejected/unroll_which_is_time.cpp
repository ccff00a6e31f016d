// SPDX-License-Identifier: BSL-1.0
// rejected: two axes, and it is not said which of them is time.
// expect-error: attn::unroll\(cell, xs, before\): which axis is time\? unroll<"time">
// errors: 1
#include <attn.hpp>

using namespace attn;

using time = axis<"time", 4>;
using batch = axis<"batch", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::lstm_cell<double, in, hidden> cell;
constexpr auto zero = initial<lstm_state<tensor<double, batch, hidden>>>();
constexpr tensor<double, batch, time, in> xs;  // batch_first

#ifdef ATTN_REJECT
constexpr auto all = unroll(cell, xs, zero);
#else
constexpr auto all = unroll<1>(cell, xs, zero);
#endif
