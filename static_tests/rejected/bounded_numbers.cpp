// SPDX-License-Identifier: BSL-1.0
// rejected: bounds of numbers that have none.
// expect-error: attn::bounded\(y\): the elements must be interval<T>
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr bool finite = bounded(softmax(x));
#else
constexpr bool finite = bounded(softmax(between(x, x)));
#endif
