// SPDX-License-Identifier: BSL-1.0
// rejected: marks along an axis that x does not have.
// expect-error: attn::marked<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto inputs = marked<"key">(x);
#else
constexpr auto inputs = marked<"token">(x);
#endif
