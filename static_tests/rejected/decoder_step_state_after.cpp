// SPDX-License-Identifier: BSL-1.0
// rejected: E13: a decoder step from what the step before has made.
// expect-error: attn::decoder_step\(cell, before, y, memory\): a step starts from the state before it: advance\(after\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using source = axis<"source", 6>;
using hidden = axis<"hidden", 4>;
using word = axis<"word", 7>;
using width = axis<"width", 3>;
constexpr tensor<double, source, hidden> memory;
constexpr auto before = initial<tensor<double, hidden>>();
constexpr tensor<double, width> y;
constexpr nn::rnn_cell<double, dim<4 + 3>, hidden> cell;
constexpr auto one = decoder_step(cell, before, y, memory);

#ifdef ATTN_REJECT
constexpr auto two = decoder_step(cell, one.after, y, memory);
#else
constexpr auto two = decoder_step(cell, advance(one.after), y, memory);
#endif
