// SPDX-License-Identifier: BSL-1.0
// rejected: log_softmax along an axis that the scores do not have.
// expect-error: attn::log_softmax<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 2>;
constexpr tensor<double, token, key> scores{{2, 4}, {4, 16}, {4, 12}};

#ifdef ATTN_REJECT
constexpr auto y = log_softmax<"word">(scores);
#else
constexpr auto y = log_softmax<"key">(scores);
#endif
