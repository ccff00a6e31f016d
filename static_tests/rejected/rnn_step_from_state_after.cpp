// SPDX-License-Identifier: BSL-1.0
// rejected: what a step has made goes into the next one as it is; the two are different points in time.
// expect-error: attn: a step \(x, before\): it starts from the state before it: initial\(h\), or advance\(after\) of another step
// errors: 1
#include <attn.hpp>

using namespace attn;

using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto first = cell(x, initial<cell_type::state_type>());

#ifdef ATTN_REJECT
constexpr auto second = cell(x, first);
#else
constexpr auto second = cell(x, advance(first));
#endif
