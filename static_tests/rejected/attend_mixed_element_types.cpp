// SPDX-License-Identifier: BSL-1.0
// rejected: double and float.
// expect-error: attn::attend\(before, memory\): one element type for both
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
constexpr auto found = attend(before, as<float>(memory));
#else
constexpr auto found = attend(before, memory);
#endif
