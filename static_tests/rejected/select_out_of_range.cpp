// SPDX-License-Identifier: BSL-1.0
// rejected: an index past the end of the axis, in constant evaluation.
// expect-error[gcc]: index_out_of_range_for_its_axis
// expect-error[clang]: must be initialized by a constant expression
// expect-note: index_out_of_range_for_its_axis
// allow: detail::
// errors: 1
#include <attn.hpp>

using namespace attn;

constexpr tensor<double, axis<"token", 4>, axis<"width", 2>> x{{1, 2}, {3, 4}, {5, 6}, {7, 8}};

#ifdef ATTN_REJECT
constexpr auto part = select<"token">(x, 4);
#else
constexpr auto part = select<"token">(x, 3);
#endif

static_assert(part.rank > 0);
