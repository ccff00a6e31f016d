// SPDX-License-Identifier: BSL-1.0
// rejected: of one width, and of different names.
// expect-error: attn::attend\(before, memory\): the two widths have different names
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
constexpr auto found = attend(before, tensor<double, source, axis<"encoded", 4>>{});
#else
constexpr auto found = attend(before, tensor<double, source, dim<4>>{});
#endif
