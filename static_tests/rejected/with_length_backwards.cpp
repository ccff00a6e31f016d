// SPDX-License-Identifier: BSL-1.0
// rejected: lengths from 12 to 1.
// expect-error: attn::with_length<first, last>\(n, f\): first must not be above last, and the lengths no more than 256
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr auto nothing = [](auto) {};

#ifdef ATTN_REJECT
constexpr bool found = with_length<12, 1>(3, nothing);
#else
constexpr bool found = with_length<1, 12>(3, nothing);
#endif
