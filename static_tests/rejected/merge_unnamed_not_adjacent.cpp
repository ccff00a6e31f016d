// SPDX-License-Identifier: BSL-1.0
// rejected: the first and the last of three axes.
// expect-error: attn::merge<first, second>\(x\): `second` must stand right behind `first`
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<0, 2>(x);
#else
constexpr auto y = merge<0, 1>(x);
#endif
