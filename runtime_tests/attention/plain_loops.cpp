// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/plain_loops.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/plain_loops") {
  attn_tests::run_behaviours<attn_tests::attention_plain_loops_tests::behaviours>();
}
