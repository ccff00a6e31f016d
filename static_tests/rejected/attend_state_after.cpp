// SPDX-License-Identifier: BSL-1.0
// rejected: E13: the context of a step from the state that the step is to make (article 2 writes both h_t).
// expect-error: attn::attend\(before, memory\): the state before the step asks; the state after is made from the answer: advance\(after\)
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
constexpr auto step = decoder_step(cell, before, y, memory);

#ifdef ATTN_REJECT
constexpr auto context = attend(step.after, memory);
#else
constexpr auto context = attend(advance(step.after), memory);
#endif
