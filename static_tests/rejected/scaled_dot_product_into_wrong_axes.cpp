// SPDX-License-Identifier: BSL-1.0
// rejected: an answer written into a tensor that is the wrong way round: at 3x3 the sizes agree.
// expect-error: attn::scaled_dot_product_attention_into\(out, Q, K, V\): out must have the axes of
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;

#ifdef ATTN_REJECT
using answer = tensor<double, feature, token>;
#else
using answer = tensor<double, token, feature>;
#endif

void attend(answer& out, const tensor<double, token, feature>& q,
            const tensor<double, key, feature>& k, const tensor<double, key, feature>& v) {
  scaled_dot_product_attention_into(out, q, k, v);
}
