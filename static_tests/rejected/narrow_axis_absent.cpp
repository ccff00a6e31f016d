// SPDX-License-Identifier: BSL-1.0
// rejected: a range of an axis that the tensor has not.
// expect-error: attn::narrow<axis, length>\(x, start\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = narrow<"key", 2>(x, 1);
#else
constexpr auto part = narrow<"token", 2>(x, 1);
#endif

static_assert(part.rank > 0);
