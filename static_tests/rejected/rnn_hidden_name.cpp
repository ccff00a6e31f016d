// SPDX-License-Identifier: BSL-1.0
// rejected: of the right width, and of another name.
// expect-error: attn: a step \(x, before\): the state and the cell have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
constexpr nn::gru_cell<double, in, hidden> cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(x, initial<tensor<double, axis<"word", 5>>>());
#else
constexpr auto after = cell(x, initial<tensor<double, dim<5>>>());
#endif
