// SPDX-License-Identifier: BSL-1.0
// rejected: one axis twice: once by its name, once by its position.
// expect-error: attn::permute<axes…>\(x\): the order must name every axis of x exactly once
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 3>;
constexpr tensor<double, token, head, dim<4>> x;

#ifdef ATTN_REJECT
constexpr auto y = permute<"head", "token", 1>(x);
#else
constexpr auto y = permute<"head", "token", 2>(x);
#endif
