// SPDX-License-Identifier: BSL-1.0
// rejected: a bias of double for rows of float.
// expect-error: attn::add_bias\(x, b\): both must have the same element type; convert: as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using width = axis<"width", 3>;
constexpr tensor<float, token, width> x{};

#ifdef ATTN_REJECT
constexpr auto y = add_bias(x, tensor<double, width>{});
#else
constexpr auto y = add_bias(x, as<float>(tensor<double, width>{}));
#endif
