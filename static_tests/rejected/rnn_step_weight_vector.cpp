// SPDX-License-Identifier: BSL-1.0
// rejected: a weight with one axis.
// expect-error: attn::rnn_step\(x, before, W_ih, W_hh, b…\): W_ih must be \(hidden, in\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr tensor<double, in> x{1, 2, 3};
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, hidden, in> W;
constexpr matrix<double, 5, 5> U;
constexpr tensor<double, hidden> b;

#ifdef ATTN_REJECT
constexpr auto after = rnn_step(x, before, b, U, b);
#else
constexpr auto after = rnn_step(x, before, W, U, b);
#endif
