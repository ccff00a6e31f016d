// SPDX-License-Identifier: BSL-1.0
// rejected: a bias that is shorter than a row.
// expect-error: attn::add_bias\(x, b\): b must have as many elements as a row of x
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, tensor<float, dim<2>>{});
#else
constexpr auto y = add_bias(x, tensor<float, dim<3>>{});
#endif
