// SPDX-License-Identifier: BSL-1.0
// rejected: std::clamp of analysis scalars: it compares.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
#include <algorithm>
#include <attn.hpp>

using namespace attn;

using number = influence<double, 2>;
constexpr number x = number::input(0);

#ifdef ATTN_REJECT
constexpr number y = std::clamp(x, number(0), number(1));
#else
constexpr number y = math::min(math::max(x, 0), 1);
#endif
