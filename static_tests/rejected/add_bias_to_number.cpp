// SPDX-License-Identifier: BSL-1.0
// rejected: a bias for what has no rows.
// expect-error: attn::add_bias\(x, b\): x must have an axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(tensor<float>{}, tensor<float, width>{});
#else
constexpr auto y = add_bias(tensor<float, width>{}, tensor<float, width>{});
#endif
