// SPDX-License-Identifier: BSL-1.0
// rejected: another axis has the name that the two get.
// expect-error: attn::merge<first, second, name>\(x\): x has another axis of that name
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, head, token, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = merge<"token", 2, "head">(x);
#else
constexpr auto y = merge<"token", 2, "row">(x);
#endif
