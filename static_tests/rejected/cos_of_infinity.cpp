// SPDX-License-Identifier: BSL-1.0
// rejected: the cosine of infinity in constant evaluation: what compiled is free of NaNs.
// expect-error[gcc]: cosine_of_an_infinite_angle
// expect-error[clang]: must be initialized by a constant expression
// expect-note: cosine_of_an_infinite_angle
// errors: 1
#include <attn.hpp>

using namespace attn;

#ifdef ATTN_REJECT
constexpr double y = math::cos(-std::numeric_limits<double>::infinity());
#else
constexpr double y = math::cos(-std::numeric_limits<double>::max());
#endif

static_assert(sizeof y == 8);
