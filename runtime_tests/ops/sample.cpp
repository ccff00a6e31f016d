// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/sample.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/sample") {
  attn_tests::run_behaviours<attn_tests::sample_tests::behaviours>();
}
