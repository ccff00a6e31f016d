// SPDX-License-Identifier: BSL-1.0
// rejected: a branch on a counted number, which the count does not have.
// expect-error: attn: interval, influence, dual and counted cannot be compared
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr bool sign = counted<double>(1) < counted<double>(2);
#else
constexpr bool sign = counted<double>(1).value < counted<double>(2).value;
#endif
