// SPDX-License-Identifier: BSL-1.0
// rejected: views along an axis that x does not have.
// expect-error: attn::along<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto views = along<"key">(x);
#else
constexpr auto views = along<"token">(x);
#endif
