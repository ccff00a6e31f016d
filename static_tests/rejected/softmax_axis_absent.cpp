// SPDX-License-Identifier: BSL-1.0
// rejected: softmax over an axis that the scores do not have. Over the wrong one it trains and
//   is wrong:
//   https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146 (E22).
// expect-error: attn::softmax<axis>\(x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
constexpr tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

#ifdef ATTN_REJECT
constexpr auto weights = softmax<"feature">(scores);
#else
constexpr auto weights = softmax<"key">(scores);
#endif
