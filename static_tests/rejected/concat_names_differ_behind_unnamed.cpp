// SPDX-License-Identifier: BSL-1.0
// rejected: the first piece has no names; the others disagree.
// expect-error: attn::concat<axis>\(A, B…\): all axes but the one along which they are joined must be the same
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<0>(matrix<double, 4, 3>{}, x, tensor<double, token, axis<"key", 3>>{});
#else
constexpr auto y = concat<0>(matrix<double, 4, 3>{}, x, tensor<double, token, dim<3>>{});
#endif
