// SPDX-License-Identifier: BSL-1.0
// rejected: an LSTM has a state of two parts (h_0 without c_0).
// expect-error: attn: a step \(x, before\): an LSTM keeps lstm_state\{hidden, cell\}, the other cells one tensor
// errors: 1
#include <attn.hpp>

using namespace attn;

using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};
constexpr tensor<double, hidden> h;

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial(h));
#else
constexpr auto after = cell(x, initial(lstm_state{h, h}));
#endif
