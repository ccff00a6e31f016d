// SPDX-License-Identifier: BSL-1.0
// rejected: a negative number to a power that is no integer, in constant evaluation: what compiled is
// free of NaNs.
// expect-error[gcc]: fractional_power_of_a_negative_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: fractional_power_of_a_negative_number
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr double y = math::pow(-2.0, 1.5);
#else
constexpr double y = math::pow(-2.0, 3.0);
#endif

static_assert(sizeof y == 8);
