// SPDX-License-Identifier: BSL-1.0
// rejected: many sentences at once.
// expect-error: attn::attend\(before, memory\): one sentence at a time: the state must have one axis
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

#ifdef ATTN_REJECT
constexpr auto found = attend(initial<tensor<double, axis<"batch", 2>, hidden>>(), memory);
#else
constexpr auto found = attend(initial<tensor<double, hidden>>(), memory);
#endif
