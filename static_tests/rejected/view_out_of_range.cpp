// SPDX-License-Identifier: BSL-1.0
// rejected: an element of a column that has no so many; it would be there, in the next column.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using feature = axis<"feature", 3>;
constexpr tensor<double, feature, token> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double element = rows_of(x)[0][2];
#else
constexpr double element = rows_of(x)[0][1];
#endif
