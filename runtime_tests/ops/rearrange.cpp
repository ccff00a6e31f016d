// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/rearrange.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/rearrange") {
  attn_tests::run_behaviours<attn_tests::rearrange_tests::behaviours>();
}
