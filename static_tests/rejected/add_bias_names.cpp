// SPDX-License-Identifier: BSL-1.0
// rejected: a bias of another meaning.
// expect-error: attn::add_bias\(x, b\): the last axis of x and that of b have different names
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, tensor<float, axis<"hidden", 3>>{});
#else
constexpr auto y = add_bias(x, tensor<float, width>{});
#endif
