// SPDX-License-Identifier: BSL-1.0
// rejected: bounds that have different axes.
// expect-error: attn::between\(low, high\): both must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto box = between(x, transpose(x));
#else
constexpr auto box = between(x, x + x);
#endif
