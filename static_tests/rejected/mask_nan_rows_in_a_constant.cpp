// SPDX-License-Identifier: BSL-1.0
// rejected: the weights that PyTorch had before 2.5, NaN, as a constant: no constant is NaN.
// expect-error[gcc]: a_query_may_attend_to_no_key_choose_fully_masked_zero_rows
// expect-error[clang]: must be initialized by a constant expression
// expect-note: a_query_may_attend_to_no_key_choose_fully_masked_zero_rows
// errors: 1
// allow: detail::
#include <attn.hpp>

using namespace attn;

constexpr matrix<double, 2, 2> scores{{1, 2}, {3, 4}};
constexpr keep_mask<dim<2>, dim<2>> some{{1, 0}, {0, 0}};

#ifdef ATTN_REJECT
constexpr auto weights = masked_softmax(scores, some, fully_masked<nan_rows>);
#else
const auto weights = masked_softmax(scores, some, fully_masked<nan_rows>);
#endif
