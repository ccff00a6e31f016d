// SPDX-License-Identifier: BSL-1.0
// rejected: a number repeated more often than any memory has room for.
// expect-error: attn::expand<Axis, position>\(x\): the result would be too large for an object
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto wide = expand<axis<"key", 1ull << 62>>(x);
#else
constexpr auto wide = expand<axis<"key", 62>>(x);
#endif
