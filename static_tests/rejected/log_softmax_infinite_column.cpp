// SPDX-License-Identifier: BSL-1.0
// rejected: a score of +infinity, along the first axis, where columns are taken out of rows.
// expect-error[gcc]: log_softmax_of_a_row_without_a_finite_maximum
// expect-error[clang]: must be initialized by a constant expression
// expect-note: log_softmax_of_a_row_without_a_finite_maximum
// allow: detail::
// errors: 1
#include <limits>

#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
constexpr double infinity = std::numeric_limits<double>::infinity();

#ifdef ATTN_REJECT
constexpr auto y = log_softmax<0>(matrix<double, 2, 2>{{0, infinity}, {1, 2}});
#else
constexpr auto y = log_softmax<0>(matrix<double, 2, 2>{{0, -infinity}, {1, 2}});
#endif
