// SPDX-License-Identifier: BSL-1.0
// rejected: float queries and double keys: which of the two is the result?
// expect-error: attn::attention_weights\(Q, K\): one element type for all; convert with as<T>\(x\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 2>;
using key = axis<"key", 3>;
using feature = axis<"feature", 2>;
constexpr tensor<double, key, feature> K;
constexpr tensor<float, token, feature> q;

#ifdef ATTN_REJECT
constexpr auto out = attention_weights(q, K);
#else
constexpr auto out = attention_weights(as<double>(q), K);
#endif
