// SPDX-License-Identifier: BSL-1.0
// rejected: double and float.
// expect-error: attn: a step \(x, before\): x must have the element type of the cell; as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using time = axis<"time", 4>;
using in = axis<"in", 3>;
using hidden = axis<"hidden", 5>;
using cell_type = nn::lstm_cell<double, in, hidden>;
constexpr cell_type cell;
constexpr tensor<double, in> x{1, 2, 3};

#ifdef ATTN_REJECT
constexpr auto after = cell(as<float>(x), initial<cell_type::state_type>());
#else
constexpr auto after = as<float>(cell)(as<float>(x), initial(as<float>(cell_type::state_type{})));
#endif
