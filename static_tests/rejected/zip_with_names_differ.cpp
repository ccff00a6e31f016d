// SPDX-License-Identifier: BSL-1.0
// rejected: two operands whose names differ, behind one that has none.
// expect-error: attn::zip_with\(f, A, B…\): all must have the same axes
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, token, feature> x{{1, 2, 3}, {4, 5, 6}};
constexpr auto key_of_x = rename<"token", "key">(x);
constexpr auto sum_of = [](double a, double b, double c) { return a + b + c; };

#ifdef ATTN_REJECT
constexpr auto y = zip_with(sum_of, unnamed(x), x, key_of_x);
#else
constexpr auto y = zip_with(sum_of, unnamed(x), x, x);
#endif
