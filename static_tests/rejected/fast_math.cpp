// SPDX-License-Identifier: BSL-1.0
// rejected: -ffast-math, here by the macro that it sets: the compiler may then reorder sums, and
//   what was proved is no longer what runs.
// expect-error: attn promises equal bits at compile time and run time
// errors: 1
#ifdef ATTN_REJECT
#define __FAST_MATH__ 1
#else
#define ATTN_ALLOW_FAST_MATH
#endif
#include <attn.hpp>
