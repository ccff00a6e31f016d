// SPDX-License-Identifier: BSL-1.0
// Article 0's system as its text has it: 3 tokens of 768, 8 heads of 96, and the four projections
// that its program leaves out: 7.1 million multiply-adds, with 2.4 million generated weights. One
// constant for each product: a limit is one of an evaluation.
#include <attn/attention/multi_head.hpp>
#include <attn/ops/arithmetic.hpp>
#include <attn/ops/matmul.hpp>
#include <attn/random/splitmix.hpp>

#include "static_tests/without_flags/agrees.hpp"

// Clang 18 makes the 589,824 random numbers of a projection one by one, which exceeds its limit.
#if !defined(__clang_major__) || __clang_major__ >= 19
namespace attn_tests::without_flags {

using namespace attn;
using token = axis<"token", 3>;
using width = axis<"width", 768>;
using joined = axis<"joined", 768>;
using projection = tensor<float, width, joined>;

constexpr auto X = splitmix_fill<splitmix::s24, tensor<float, token, width>>(1) * 0.0625f;
constexpr auto Q = matmul(X, splitmix_fill<splitmix::s24, projection>(2));
constexpr auto K = matmul(X, splitmix_fill<splitmix::s24, projection>(3));
constexpr auto V = matmul(X, splitmix_fill<splitmix::s24, projection>(4));
constexpr auto found = attention_of_slices<axis<"head", 8>>(Q, K, V);
constexpr auto out = matmul(found, splitmix_fill<splitmix::s24, tensor<float, joined, width>>(5));

static_assert(agrees(out, multi_head_768));

}  // namespace attn_tests::without_flags
#endif
