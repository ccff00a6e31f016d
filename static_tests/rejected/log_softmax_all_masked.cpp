// SPDX-License-Identifier: BSL-1.0
// rejected: every score of a row is -infinity: its softmax is no number, nor a logarithm of it.
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
constexpr auto y = log_softmax(tensor<double, key>{-infinity, -infinity, -infinity});
#else
constexpr auto y = log_softmax(tensor<double, key>{0, -infinity, -infinity});
#endif
