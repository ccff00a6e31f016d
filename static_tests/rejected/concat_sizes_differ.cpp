// SPDX-License-Identifier: BSL-1.0
// rejected: rows of 3 and rows of 4.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, tensor<double, token, axis<"feature", 4>>{});
#else
constexpr auto y = concat<"token">(x, tensor<double, axis<"token", 4>, feature>{});
#endif
