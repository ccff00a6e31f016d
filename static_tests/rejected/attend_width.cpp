// SPDX-License-Identifier: BSL-1.0
// rejected: a dot product of a state and a memory of different widths.
// expect-error: attn::attend\(before, memory\): a dot product wants one width; others: scored_by\(f\)
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
constexpr auto found = attend(before, tensor<double, source, axis<"hidden", 5>>{});
#else
constexpr auto found = attend(before, memory);
#endif
