// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/interval.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

TEST_CASE("scalars/interval: bounds in the wrong order, and a NaN") {
  using attn::interval, attn_tests::launder;
  CHECK(identical(interval<double>(launder(2.0), launder(1.0)), interval<double>::anything()));
  const interval<float> nan = launder(std::numeric_limits<float>::quiet_NaN());
  CHECK(nan.may_be_nan);
  CHECK_FALSE((nan + 1).bounded());
}
