// SPDX-License-Identifier: BSL-1.0
// rejected: 0 * infinity: a mask that is multiplied where it should have been selected. The
//   compiler shows the way to the NaN, and it leads through the kernel.
// expect-error[gcc]: constant_is_not_a_number
// expect-error[clang]: must be initialized by a constant expression
// expect-note: constant_is_not_a_number|floating point arithmetic produces a NaN
// allow: detail::
// errors: 1
#include <limits>

#include <attn/ops/matmul.hpp>

using namespace attn;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr matrix<double, 1, 2> zeros;

#ifdef ATTN_REJECT
constexpr auto y = matmul(zeros, matrix<double, 2, 1>{{infinity}, {1}});
#else
constexpr auto y = matmul(zeros, matrix<double, 2, 1>{{2}, {1}});
#endif
