// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/transpose.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/transpose") {
  attn_tests::run_behaviours<attn_tests::transpose_tests::behaviours>();
}
