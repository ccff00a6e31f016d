// SPDX-License-Identifier: BSL-1.0
// rejected: softmax in place of integers: every weight would be 0 or 1.
// expect-error: attn::softmax_into\(out, x\): the elements must have fractions; convert: as<double>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<int, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  softmax_into(scores, scores);
#else
  auto weights = as<double>(scores);
  softmax_into(weights, weights);
#endif
}
