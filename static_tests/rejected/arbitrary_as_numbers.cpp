// SPDX-License-Identifier: BSL-1.0
// rejected: arbitrary values like those of a tensor that nothing marked.
// expect-error: attn::arbitrary_as\(w, x\): the elements of x must be influence<T, N>
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto weights = arbitrary_as(x, x);
#else
constexpr auto weights = arbitrary_as(x, marked<"token">(x));
#endif
