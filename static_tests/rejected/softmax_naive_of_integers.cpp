// SPDX-License-Identifier: BSL-1.0
// rejected: the textbook softmax of integer scores.
// expect-error: attn::softmax_naive\(x\): the elements must have fractions
// expect-error: convert: as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax_naive(scores);
#else
constexpr auto weights = softmax_naive(as<double>(scores));
#endif
