// SPDX-License-Identifier: BSL-1.0
// rejected: E14: W_o for [h; c], where [h; c; y] is what it meets (article 2, the formula and its explanation).
// expect-error: attn::decoder_logits\(after, context, y, W, b\): the input of W must be as wide as \[h; context; y\]
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
constexpr tensor<double, word> b;

#ifdef ATTN_REJECT
constexpr auto logits =
    decoder_logits(step.after, step.context, y, tensor<double, word, dim<4 + 4>>{}, b);
#else
constexpr auto logits =
    decoder_logits(step.after, step.context, y, tensor<double, word, dim<4 + 4 + 3>>{}, b);
#endif
