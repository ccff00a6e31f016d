// SPDX-License-Identifier: BSL-1.0
// rejected: a range that is longer than the axis.
// expect-error: the length must be 1 to the axis' size
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = narrow<"token", 5>(x, 0);
#else
constexpr auto part = narrow<"token", 4>(x, 0);
#endif

static_assert(part.rank > 0);
