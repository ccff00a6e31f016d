// SPDX-License-Identifier: BSL-1.0
// rejected: V and W exchanged in the score of an attention function: one error, not one for each
//   stage.
// expect-error: attn::additive_score\(Q, K, V, W, u\): V must be \(hidden, d_h\)
// errors: 1
#include <attn.hpp>

using namespace attn;

using step = axis<"step", 3>;
using source = axis<"source", 5>;
using d_h = axis<"d_h", 4>;
using d_s = axis<"d_s", 2>;
using hidden = axis<"hidden", 6>;

constexpr tensor<double, step, d_h> h;
constexpr tensor<double, source, d_s> s;
constexpr tensor<double, hidden, d_h> V;
constexpr tensor<double, hidden, d_s> W;
constexpr tensor<double, hidden> u;

#ifdef ATTN_REJECT
constexpr auto out = scaled_dot_product_attention(h, s, s, scored_by([](const auto& q, const auto& k) { return additive_score(q, k, W, V, u); }));
#else
constexpr auto out = scaled_dot_product_attention(h, s, s, scored_by([](const auto& q, const auto& k) { return additive_score(q, k, V, W, u); }));
#endif

static_assert(out.rank > 0);
