// SPDX-License-Identifier: BSL-1.0
// rejected: a branch on a number with derivatives, which another branch does not have.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
// lines[gcc]: 9 through gradient, within constant evaluation
// allow: detail::
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](const auto& x) { return x(0) < 0 ? -x(0) : x(0); };
constexpr auto slope = gradient(f, X{1, 2, 3, 4});
#else
constexpr auto f = [](const auto& x) { return math::max(-x(0), x(0)); };
constexpr auto slope = gradient(f, X{1, 2, 3, 4});
#endif
