// SPDX-License-Identifier: BSL-1.0
// rejected: weights of float from scores of double.
// expect-error: attn::softmax_into\(out, x\): out must have the element type of x
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
tensor<double, token, key> scores{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}};

void write() {
#ifdef ATTN_REJECT
  tensor<float, token, key> weights;
  softmax_into(weights, scores);
#else
  tensor<double, token, key> weights;
  softmax_into(weights, scores);
#endif
}
