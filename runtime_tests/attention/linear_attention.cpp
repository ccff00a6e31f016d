// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/linear_attention.hpp"

#include "runtime_tests/catch.hpp"

// A constant expression divides by no zero.
TEST_CASE("attention/linear_attention: what only a run can show") {
  using namespace attn;
  const matrix<double, 2, 1> q = attn_tests::launder(matrix<double, 2, 1>{{0}, {1}});
  const matrix<double, 2, 1> k = attn_tests::launder(matrix<double, 2, 1>{{1}, {3}});
  const auto out = linear_attention(q, k, k, [](const auto& x) { return x; });
  CHECK(out(0, 0) != out(0, 0));  // 0 / 0
  CHECK(out(1, 0) == 2.5);        // (1 * 1 + 3 * 3) / (1 + 3)
}
