// SPDX-License-Identifier: BSL-1.0
// rejected: every score of a row is -infinity: softmax of it is NaN in PyTorch, and attention
//   has become 0 there (https://github.com/pytorch/pytorch/issues/103963).
// expect-error[gcc]: softmax_of_a_row_without_a_finite_maximum
// expect-error[clang]: must be initialized by a constant expression
// expect-note: softmax_of_a_row_without_a_finite_maximum
// allow: detail::
// errors: 1
#include <limits>

#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
constexpr double masked = -std::numeric_limits<double>::infinity();

#ifdef ATTN_REJECT
constexpr auto weights = softmax(tensor<double, key>{masked, masked, masked});
#else
constexpr auto weights = softmax(tensor<double, key>{0, masked, masked});
#endif
