// SPDX-License-Identifier: BSL-1.0
// rejected: three rows of x and two of the state; or time where batch should be.
// expect-error: attn: a step \(x, before\): the leading axes of x and the state must be the same
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using time = axis<"time", 2>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr auto before = initial<tensor<double, batch, hidden>>();

#ifdef ATTN_REJECT
constexpr auto after = cell(tensor<double, time, in>{}, before);
#else
constexpr auto after = cell(tensor<double, batch, in>{}, before);
#endif
