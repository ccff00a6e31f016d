// SPDX-License-Identifier: BSL-1.0
// rejected: a weight with one axis.
// expect-error: attn::decoder_logits\(after, context, y, W, b\): W must have two axes
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
constexpr tensor<double, word, dim<4 + 4 + 3>> W;
constexpr tensor<double, word> b;

#ifdef ATTN_REJECT
constexpr auto logits = decoder_logits(step.after, step.context, y, b, b);
#else
constexpr auto logits = decoder_logits(step.after, step.context, y, W, b);
#endif
