// SPDX-License-Identifier: BSL-1.0
// rejected: a state that is a number.
// expect-error: attn: a step \(x, before\): the state must have an axis, the width of the cell
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial(tensor<double>(1)));
#else
constexpr auto after = cell(x, initial(tensor<double, hidden>{}));
#endif
