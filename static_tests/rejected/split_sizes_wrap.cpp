// SPDX-License-Identifier: BSL-1.0
// rejected: parts whose sizes multiply to the axis' size modulo 2^64 only.
// expect-error: attn::split<axis, parts…>\(x\): the parts' sizes must multiply to the axis' size
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"width", 6>> x;

#ifdef ATTN_REJECT
constexpr auto y = split<"width", dim<2>, dim<(1ull << 63) + 3>>(x);
#else
constexpr auto y = split<"width", dim<2>, dim<3>>(x);
#endif
