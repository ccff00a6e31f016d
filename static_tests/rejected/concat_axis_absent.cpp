// SPDX-License-Identifier: BSL-1.0
// rejected: no such axis to go on along.
// expect-error: attn::concat<axis>\(A, B…\): A has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x;

#ifdef ATTN_REJECT
constexpr auto y = concat<"key">(x, x);
#else
constexpr auto y = concat<"token">(x, x);
#endif
