// SPDX-License-Identifier: BSL-1.0
// rejected: an answer of doubles written into a tensor of floats.
// expect-error: attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must have the element type
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 4>;
using feature = axis<"feature", 2>;

#ifdef ATTN_REJECT
using answer = tensor<float, token, feature>;
#else
using answer = tensor<double, token, feature>;
#endif

void attend(answer& out, const tensor<double, token, feature>& q,
            const tensor<double, key, feature>& k, const tensor<double, key, feature>& v) {
  scaled_dot_product_attention_into(out, q, k, v);
}
