// SPDX-License-Identifier: BSL-1.0
// rejected: heads that do not divide the width (E31: Python's // would truncate).
// expect-error: attn::split_heads\(x\): head times d_k must be the width
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using head = axis<"head", 2>;
using d_k = axis<"d_k", 3>;

constexpr tensor<double, token, axis<"width", 6>> x{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};

#ifdef ATTN_REJECT
constexpr auto y = split_heads<axis<"head", 4>, axis<"d_k", 1>>(x);
#else
constexpr auto y = split_heads<head, d_k>(x);
#endif

static_assert(y.rank > 1);
