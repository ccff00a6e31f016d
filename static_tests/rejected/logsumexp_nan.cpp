// SPDX-License-Identifier: BSL-1.0
// rejected: a score that is no number.
// expect-error[gcc]: constant_is_not_a_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: constant_is_not_a_number
// allow: detail::
// errors: 1
#include <limits>

#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

#ifdef ATTN_REJECT
constexpr auto y = logsumexp<0>(tensor<double, key>{0, no_number, 2});
#else
constexpr auto y = logsumexp<0>(tensor<double, key>{0, infinity, 2});
#endif
