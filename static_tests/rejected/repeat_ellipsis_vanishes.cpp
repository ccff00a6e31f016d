// SPDX-License-Identifier: BSL-1.0
// rejected: repeat drops no axes.
// expect-error: attn::repeat<pattern>\(x\): this ellipsis is not on the right
// errors: 1
#include <attn.hpp>

using namespace attn;

using batch = axis<"batch", 2>;
using head = axis<"head", 4>;
using token = axis<"token", 3>;
using d_k = axis<"d_k", 6>;
constexpr tensor<double, batch, head, token, d_k> x;

#ifdef ATTN_REJECT
constexpr auto y = repeat<"... d -> d">(x);
#else
constexpr auto y = repeat<"... d -> d ...">(x);
#endif
