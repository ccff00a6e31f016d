// SPDX-License-Identifier: BSL-1.0
// rejected: what reaches along an axis that y does not have.
// expect-error: attn::reach<axis>\(y\): y has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto table = reach<"key">(softmax(marked<"token">(x)));
#else
constexpr auto table = reach<"feature">(softmax(marked<"token">(x)));
#endif
