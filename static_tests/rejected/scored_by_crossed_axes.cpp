// SPDX-License-Identifier: BSL-1.0
// rejected: a score of the user's whose result is (key, query).
// expect-error: attn::attention_weights\(Q, K, options…\): scored_by\(f\) must return a score for each query and key
// errors: 1
#include <attn.hpp>

using namespace attn;

using token = axis<"token", 3>;
using key = axis<"key", 5>;
using width = axis<"width", 2>;
constexpr tensor<double, token, width> Q{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor<double, key, width> K{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}};

#ifdef ATTN_REJECT
constexpr auto weights = attention_weights(
    Q, K, scored_by([](const auto& q, const auto& k) { return matmul(k, transpose(q)); }));
#else
constexpr auto weights = attention_weights(
    Q, K, scored_by([](const auto& q, const auto& k) { return matmul(q, transpose(k)); }));
#endif
