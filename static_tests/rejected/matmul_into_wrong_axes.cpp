// SPDX-License-Identifier: BSL-1.0
// rejected: scores written into a tensor whose axes are in the other order: at 3x3 the sizes agree.
// expect-error: attn::matmul_into\(out, A, B\): out must have the axes of the product
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 3>;
using feature = axis<"feature", 3>;

#ifdef ATTN_REJECT
using scores_type = tensor<double, key, token>;
#else
using scores_type = tensor<double, token, key>;
#endif

void score(scores_type& out, const tensor<double, token, feature>& q,
           const tensor<double, feature, key>& k) {
  matmul_into(out, q, k);
}
