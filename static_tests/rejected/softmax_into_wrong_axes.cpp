// SPDX-License-Identifier: BSL-1.0
// rejected: weights with the axes of the transposed scores: at 3x3 the sizes agree.
// expect-error: attn::softmax_into\(out, x\): out must have the axes of x
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  tensor<double, key, token> weights;
  softmax_into(weights, scores);
#else
  tensor<double, token, key> weights;
  softmax_into(weights, scores);
#endif
}
