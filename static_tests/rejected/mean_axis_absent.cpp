// SPDX-License-Identifier: BSL-1.0
// rejected: the mean over the tokens of a matrix that has lost them.
// expect-error: attn::mean<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto y = mean<"feature">(scores);
#else
constexpr auto y = mean<"key">(scores);
#endif
