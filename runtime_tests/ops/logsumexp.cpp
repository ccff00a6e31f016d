// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/reductions.hpp"

#include "runtime_tests/catch.hpp"

// A NaN does not compile as a constant (static_tests/rejected/ops.cpp), and is one in a
// program, wherever it stands and whatever the other elements are.
TEMPLATE_TEST_CASE("ops/logsumexp: a NaN", "", float, double) {
  using namespace attn;
  using attn_tests::launder;
  using T = TestType;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const auto x = launder(matrix<T, 4, 3>{
      {nan, 0, 1}, {0, infinity, nan}, {nan, -infinity, -infinity}, {nan, nan, nan}});
  CHECK(bitwise_equal(logsumexp<1>(x), {nan, nan, nan, nan}));
  CHECK(bitwise_equal(logsumexp<0>(transpose(x)), {nan, nan, nan, nan}));
}
