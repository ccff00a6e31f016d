// SPDX-License-Identifier: BSL-1.0
// rejected: a row is no matrix.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"token">(x, tensor<double, feature>{});
#else
constexpr auto y = concat<"token">(x, tensor<double, dim<1>, feature>{});
#endif
