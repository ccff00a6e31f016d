// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/selecting.hpp"

#include <limits>

#include "runtime_tests/catch.hpp"

// No constants: sample_requires_a_number_from_0_to_1 is what the compiler says of them.
TEST_CASE("ops/sample: a number that is not from 0 to below 1 counts as the nearest") {
  using attn_tests::launder;
  using word = attn::axis<"word", 4>;
  const auto p = launder(attn::tensor<double, word>{0, 0.5, 0.5, 0});
  CHECK(static_cast<int>(attn::sample(p, launder(-3.0))) == 1);
  CHECK(static_cast<int>(attn::sample(p, launder(1.0))) == 2);
  CHECK(static_cast<int>(attn::sample(p, launder(7.0))) == 2);
}

TEST_CASE("ops/sample: NaN") {
  using attn_tests::launder;
  using word = attn::axis<"word", 4>;
  const double nan = launder(std::numeric_limits<double>::quiet_NaN());
  const auto p = launder(attn::tensor<double, word>{0, 0.5, 0.5, 0});
  CHECK(static_cast<int>(attn::sample(p, nan)) == 2);
  CHECK(static_cast<int>(attn::sample(attn::tensor<double, word>{nan, 0.5, 0.5, 0}, 0.25)) == 1);
  CHECK(static_cast<int>(attn::sample(attn::tensor<double, word>{nan, nan, nan, nan}, 0.25)) == 0);
}
