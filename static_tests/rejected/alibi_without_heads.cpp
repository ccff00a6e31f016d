// SPDX-License-Identifier: BSL-1.0
// rejected: a bias that differs from head to head meets scores without heads.
// Thread: https://github.com/tensorflow/tensorflow/issues/49237
// expect-error: attn.*: a bias must have the axes of the scores, \(…, query, key\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = dim<4>;
using token = dim<3>;
using key = dim<3>;
using d_k = dim<2>;
constexpr auto bias = alibi_bias<float, head, token, key>();

#ifdef ATTN_REJECT
constexpr auto weights =
    attention_weights(tensor<float, token, d_k>{}, tensor<float, key, d_k>{}, biased_by(bias));
#else
constexpr auto weights = attention_weights(tensor<float, head, token, d_k>{},
                                           tensor<float, head, key, d_k>{}, biased_by(bias));
#endif
