// SPDX-License-Identifier: BSL-1.0
// Causal self-attention of 128 tokens, 64 wide, in 4 heads. The softmax of 4 x 128 x 128 scores is
// the largest part, and each head a constant of its own.
#include <attn/attention/heads.hpp>
#include <attn/attention/scaled_dot_product.hpp>
#include <attn/attention/window.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/ops/selecting.hpp>
#include <attn/random/splitmix.hpp>

#include "static_tests/without_flags/agrees.hpp"

namespace attn_tests::without_flags {

using namespace attn;
using token = axis<"token", 128>;
using width = axis<"width", 64>;
using joined = axis<"joined", 64>;

constexpr auto X = splitmix_fill<splitmix::s24, tensor<float, token, width>>(11);
template <int Seed, class In, class Out>
constexpr auto weight = splitmix_fill<splitmix::s24, tensor<float, In, Out>>(Seed) * 0.25f;
constexpr auto Q = matmul(X, weight<12, width, joined>);
constexpr auto K = matmul(X, weight<13, width, joined>);
constexpr auto V = matmul(X, weight<14, width, joined>);

template <int Head>
constexpr auto of_head = scaled_dot_product_attention(narrow<"joined", 16>(Q, 16 * Head),
    narrow<"joined", 16>(K, 16 * Head), narrow<"joined", 16>(V, 16 * Head), causal<>);
constexpr auto found = concat<"joined">(of_head<0>, of_head<1>, of_head<2>, of_head<3>);
constexpr auto out = matmul(found, weight<15, joined, width>);

static_assert(agrees(out, self_attention_128));

}  // namespace attn_tests::without_flags
