// SPDX-License-Identifier: BSL-1.0
// rejected: the third feature of two: an index counted from 1. The name of the function that
//   cannot be called in constant evaluation is the message.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, token, feature> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double last = x(0, 2);
#else
constexpr double last = x(0, 1);
#endif
