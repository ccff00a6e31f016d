// SPDX-License-Identifier: BSL-1.0
// rejected: exp(x) / sum of exp(x), as articles print it: exp(1000) is infinity and the weights
//   are NaN. With the maximum taken off first, as softmax does, nothing can overflow (E32).
// expect-error[gcc]: softmax_naive_overflowed_take_softmax_instead
// expect-error[clang]: must be initialized by a constant expression
// expect-note: softmax_naive_overflowed_take_softmax_instead
// errors: 1
#include <attn.hpp>

using namespace attn;

using key = axis<"key", 3>;
constexpr tensor<double, key> scores{998, 999, 1000};

#ifdef ATTN_REJECT
constexpr auto weights = softmax_naive(scores);
#else
constexpr auto weights = softmax(scores);
#endif
