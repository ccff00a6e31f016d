// SPDX-License-Identifier: BSL-1.0
// rejected: log1p below -1 in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: logarithm_of_one_plus_a_number_below_minus_one
// expect-error[clang]: must be initialized by a constant expression
// expect-note: logarithm_of_one_plus_a_number_below_minus_one
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr double y = math::log1p(-1.5);
#else
constexpr double y = math::log1p(-0.5);
#endif

static_assert(sizeof y == 8);
