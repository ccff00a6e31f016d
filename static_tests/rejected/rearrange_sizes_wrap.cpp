// SPDX-License-Identifier: BSL-1.0
// rejected: sizes in parentheses that multiply to the axis' size modulo 2^64 only.
// expect-error: attn::rearrange<pattern>\(x\): sizes in \( \) must multiply to the axis'
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"width", 6>> x;

#ifdef ATTN_REJECT
constexpr auto y = rearrange<"(a b) -> a b">(x, axis<"a", (1ull << 63) + 3>(), axis<"b", 2>());
#else
constexpr auto y = rearrange<"(a b) -> a b">(x, axis<"a", 3>(), axis<"b", 2>());
#endif
