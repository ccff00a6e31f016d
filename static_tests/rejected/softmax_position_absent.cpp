// SPDX-License-Identifier: BSL-1.0
// rejected: the third axis of two: positions count from 0, or from -1 for the last.
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax<2>(scores);
#else
constexpr auto weights = softmax<1>(scores);
#endif
