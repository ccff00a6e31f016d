// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/linear_attention.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// A constant expression has no NaN.
TEST_CASE("attention/hard_attention: what only a run can show") {
  using namespace attn;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const matrix<double, 2, 1> q = attn_tests::launder(matrix<double, 2, 1>{{1}, {1}});
  const matrix<double, 2, 1> k = attn_tests::launder(matrix<double, 2, 1>{{7}, {nan}});
  // A NaN is the largest of scores.
  CHECK(bitwise_equal(hard_attention_weights(q, k), matrix<double, 2, 2>{{0, 1}, {0, 1}}));
  // A query without a key, by the policy of masked_softmax.
  CHECK(bitwise_equal(hard_attention_weights(q, q, causal<key_offset<-1>>, fully_masked<nan_rows>),
                      matrix<double, 2, 2>{{nan, nan}, {1, 0}}));
}
