// SPDX-License-Identifier: BSL-1.0
// rejected: slopes of four heads for eight.
// Thread: https://github.com/tensorflow/tensorflow/issues/49237
// expect-error: attn.*: a bias must have the axes of the scores, \(…, query, key\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using head = dim<8>;
using token = dim<3>;
using key = dim<3>;
constexpr tensor<float, head, token, dim<2>> q{};
constexpr tensor<float, head, key, dim<2>> k{};

#ifdef ATTN_REJECT
constexpr auto bias = alibi_bias<float, dim<4>, token, key>();
#else
constexpr auto bias = alibi_bias<float, head, token, key>();
#endif
constexpr auto weights = attention_weights(q, k, biased_by(bias));
