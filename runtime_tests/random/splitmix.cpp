// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/splitmix.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("random/splitmix") {
  attn_tests::run_behaviours<attn_tests::splitmix_tests::behaviours>();
}
