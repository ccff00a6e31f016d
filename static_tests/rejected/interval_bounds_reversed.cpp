// SPDX-License-Identifier: BSL-1.0
// rejected: an interval whose lower bound is the larger one.
// expect-error[gcc]: the_bounds_of_an_interval_must_be_in_order
// expect-error[clang]: must be initialized by a constant expression
// expect-note: the_bounds_of_an_interval_must_be_in_order
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr interval<double> x(2, 1);
#else
constexpr interval<double> x(1, 2);
#endif

static_assert(sizeof x >= 16);
