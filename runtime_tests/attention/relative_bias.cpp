// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/relative_bias.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/relative_bias") {
  attn_tests::run_behaviours<attn_tests::relative_bias_tests::behaviours>();
}
