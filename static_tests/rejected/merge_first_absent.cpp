// SPDX-License-Identifier: BSL-1.0
// rejected: the first of the axes is not there.
// expect-error: attn::merge<first, second, name>\(x\): x has no axis `first`
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<"h", "token", "row">(x);
#else
constexpr auto y = merge<"head", "token", "row">(x);
#endif
