// SPDX-License-Identifier: BSL-1.0
// rejected: a state of another width than the cell.
// expect-error: attn: a step \(x, before\): the state must be as wide as the cell
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial<tensor<double, axis<"hidden", 3>>>());
#else
constexpr auto after = cell(x, initial<tensor<double, hidden>>());
#endif
