// SPDX-License-Identifier: BSL-1.0
// rejected: a comparison of a number with an element by >, on which a program would branch.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr bool f(const auto& x) { return 0 > x(0); }
constexpr bool y = f(between<X>(-1, 1));
#else
constexpr bool f(const auto& x) { return 0 > x(0); }
constexpr bool y = f(X{});
#endif
