// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/dual.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// What is infinite or undefined does not compile as a constant; a program finds it in the numbers.
TEST_CASE("scalars/dual: where there is no derivative") {
  using attn::dual, attn_tests::launder;
  const auto zero = launder(dual<double>::variable(0, 0));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(sqrt(zero).gradient[0] == infinity);
  CHECK(log(zero).gradient[0] == infinity);
  const auto nan = launder(dual<double>::variable(std::numeric_limits<double>::quiet_NaN(), 0));
  CHECK(max(nan, zero).value != max(nan, zero).value);
  CHECK(min(zero, nan).value != min(zero, nan).value);
  CHECK(exp(nan).gradient[0] != exp(nan).gradient[0]);
}

// A NaN is the one of the two that max and min are, with its derivatives, wherever it is.
TEST_CASE("scalars/dual: the derivatives of a NaN") {
  using attn::dual, attn_tests::launder;
  using number = dual<double, 2>;
  const auto nan = launder(number::variable(std::numeric_limits<double>::quiet_NaN(), 0));
  const auto one = launder(number::variable(1, 1));
  for (const number& y : {max(nan, one), max(one, nan), min(nan, one), min(one, nan)}) {
    CHECK(y.value != y.value);
    CHECK(y.gradient[0] == 1);
    CHECK(y.gradient[1] == 0);
    CHECK(identical(y, nan));
  }
}
