// SPDX-License-Identifier: BSL-1.0
// rejected: what reaches a number that nothing marked.
// expect-error: attn::reach<axis>\(y\): the elements must be influence<T, N>
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto table = reach<"token">(softmax(x));
#else
constexpr auto table = reach<"token">(softmax(marked<"token">(x)));
#endif
