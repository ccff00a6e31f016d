// SPDX-License-Identifier: BSL-1.0
// rejected: the textbook softmax where each power is finite, and their sum is not: every weight
//   would be 0.
// expect-error[gcc]: 'constexpr'|is not a constant expression
// expect-error[clang]: must be initialized by a constant expression
// expect-note[clang]: softmax_naive_overflowed_take_softmax_instead
// allow: detail::
// errors: 1
#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
constexpr tensor<double, key> scores{709, 709, 709};

#ifdef ATTN_REJECT
constexpr auto weights = softmax_naive(scores);
#else
constexpr auto weights = softmax(scores);
#endif
