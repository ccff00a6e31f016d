// SPDX-License-Identifier: BSL-1.0
// rejected: arbitrary values of a type that does not know influence.
// expect-error: attn::arbitrary<I>\(w\): I must be an influence<T, N>
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
constexpr tensor<double, token, axis<"feature", 3>> x{{1, 2, 3}, {4, 5, 6}};

#ifdef ATTN_REJECT
constexpr auto weights = arbitrary<double>(x);
#else
constexpr auto weights = arbitrary<influence<double, 2>>(x);
#endif
