// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/bias.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/bias") {
  attn_tests::run_behaviours<attn_tests::bias_tests::behaviours>();
}
