// SPDX-License-Identifier: BSL-1.0
// rejected: an index whose lower 32 bits are in range.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 3>, axis<"feature", 2>> x{{1, 2}, {3, 4}, {5, 6}};

#ifdef ATTN_REJECT
constexpr double element = x((1ull << 32) + 1, 0);
#else
constexpr double element = x(1ull, 0);
#endif
