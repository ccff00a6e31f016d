// SPDX-License-Identifier: BSL-1.0
// rejected: repeat does not sum.
// expect-error: attn::repeat<pattern>\(x\): this axis is not on the right; for its sum: reduce
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"b h t d -> b t d">(x);
#else
constexpr auto y = repeat<"b h t d -> b h t d">(x);
#endif
