// SPDX-License-Identifier: BSL-1.0
// rejected: nothing stands behind the last axis.
// expect-error: attn::merge<first, second>\(x\): x has no axis `second`
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<2, 3>(x);
#else
constexpr auto y = merge<1, 2>(x);
#endif
