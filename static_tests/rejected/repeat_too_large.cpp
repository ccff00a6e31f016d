// SPDX-License-Identifier: BSL-1.0
// rejected: sizes that are given to a pattern, and whose product wraps around.
// expect-error: attn::repeat<pattern>\(x\): the result would be too large for an object
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<int, axis<"token", 2>> x{1, 2};

#ifdef ATTN_REJECT
constexpr auto many = repeat<"token -> token (head group)">(x, axis<"head", 1ull << 32>(),
                                                            axis<"group", 1ull << 32>());
#else
constexpr auto many =
    repeat<"token -> token (head group)">(x, axis<"head", 3>(), axis<"group", 2>());
#endif
