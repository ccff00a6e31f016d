// SPDX-License-Identifier: BSL-1.0
// rejected: a tensor is no state: before or after which step?
// expect-error: attn: a step \(x, before\): it starts from the state before it: initial\(h\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::rnn_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr tensor<double, hidden> h;

#ifdef ATTN_REJECT
constexpr auto after = cell(x, h);
#else
constexpr auto after = cell(x, initial(h));
#endif
