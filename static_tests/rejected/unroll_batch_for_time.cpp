// SPDX-License-Identifier: BSL-1.0
// rejected: the network goes along the batch, and not along time as where batch_first is forgotten
// (pytorch#63560, #122959).
// expect-error: attn::unroll<time>\(cell, xs, …\): the state must have the leading axes of xs but time; is it batch\?
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
constexpr auto all = unroll<"batch">(cell, xs, zero);
#else
constexpr auto all = unroll<"time">(cell, xs, zero);
#endif
