// SPDX-License-Identifier: BSL-1.0
// rejected: two tensors of intervals, compared as numbers are.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;
constexpr auto x = between<X>(-1, 1);

#ifdef ATTN_REJECT
constexpr bool same = x == x;
#else
constexpr bool same = identical(x, x);
#endif
