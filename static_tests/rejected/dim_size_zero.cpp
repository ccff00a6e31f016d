// SPDX-License-Identifier: BSL-1.0
// rejected: a matrix without rows.
// expect-error: attn::axis: the size must be at least 1
// errors[gcc]: 1
// errors[clang]: 2
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr matrix<double, 0, 3> x;
#else
constexpr matrix<double, 1, 3> x;
#endif
