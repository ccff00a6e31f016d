// SPDX-License-Identifier: BSL-1.0
// rejected: a score that is no number, along the first axis, where columns are taken out of rows.
// expect-error[gcc]: softmax_of_a_row_without_a_finite_maximum
// expect-error[clang]: must be initialized by a constant expression
// expect-note: softmax_of_a_row_without_a_finite_maximum
// allow: detail::
// errors: 1
#include <limits>

#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

#ifdef ATTN_REJECT
constexpr auto y = softmax<0>(matrix<double, 2, 2>{{0, 1}, {1, no_number}});
#else
constexpr auto y = softmax<0>(matrix<double, 2, 2>{{0, -infinity}, {1, 2}});
#endif
