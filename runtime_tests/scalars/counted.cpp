// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/counted.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("scalars/counted") {
  attn_tests::run_behaviours<attn_tests::counted_tests::behaviours>();
}
