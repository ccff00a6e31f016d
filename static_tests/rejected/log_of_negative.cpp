// SPDX-License-Identifier: BSL-1.0
// rejected: the logarithm of a negative number in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: logarithm_of_a_negative_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: logarithm_of_a_negative_number
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr double y = math::log(-2.0);
#else
constexpr double y = math::log(2.0);
#endif

static_assert(sizeof y == 8);
