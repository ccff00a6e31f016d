// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/with_length.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("axes/with_length") {
  attn_tests::run_behaviours<attn_tests::with_length_tests::behaviours>();
}
