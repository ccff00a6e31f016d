// SPDX-License-Identifier: BSL-1.0
// rejected: softmax in place over an axis that the scores do not have.
// expect-error: attn::softmax_into<axis>\(out, x\): x has no such axis
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  softmax_into<"feature">(scores, scores);
#else
  softmax_into<"key">(scores, scores);
#endif
}
