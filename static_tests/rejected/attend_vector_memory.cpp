// SPDX-License-Identifier: BSL-1.0
// rejected: one vector is a fixed context, and not a memory.
// expect-error: attn::attend\(before, memory\): the memory must be \(source, width\), or fixed_context\(c\)
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
constexpr tensor<double, hidden> c;

#ifdef ATTN_REJECT
constexpr auto found = attend(before, c);
#else
constexpr auto found = attend(before, fixed_context(c));
#endif
