// SPDX-License-Identifier: BSL-1.0
// rejected: std::max of analysis scalars: it compares.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
#include <algorithm>
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 4>;
using X = tensor<double, token>;

#ifdef ATTN_REJECT
constexpr auto f = [](const auto& x) { return std::max(x(0), x(1)); };
constexpr bool y = f(between<X>(-1, 1)).bounded();
#else
constexpr auto f = [](const auto& x) { return math::max(x(0), x(1)); };
constexpr bool y = f(between<X>(-1, 1)).bounded();
#endif
