// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/linear_attention.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// A constant expression has no NaN.
TEST_CASE("attention/online_softmax: what only a run can show") {
  using namespace attn;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const matrix<double, 2, 1> q = attn_tests::launder(matrix<double, 2, 1>{{1}, {nan}});
  const matrix<double, 3, 1> k = attn_tests::launder(matrix<double, 3, 1>{{1}, {2}, {3}});
  const auto out = online_attention<2>(q, k, k);
  CHECK(allclose(select<0>(out, 0), select<0>(scaled_dot_product_attention(q, k, k), 0)));
  CHECK(out(1, 0) != out(1, 0));  // the query that has a NaN, and no other
}
