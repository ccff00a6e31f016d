// SPDX-License-Identifier: BSL-1.0
// rejected: a cell for y alone, without the context.
// expect-error: attn::decoder_step\(cell, before, y, memory\): the input of the cell must be as wide as \[context; y\]
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
constexpr nn::rnn_cell<double, width, hidden> for_y_alone;

#ifdef ATTN_REJECT
constexpr auto step = decoder_step(for_y_alone, before, y, memory);
#else
constexpr auto step = decoder_step(cell, before, y, memory);
#endif
