// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/generate.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/generate") {
  attn_tests::run_behaviours<attn_tests::generate_tests::behaviours>();
}
