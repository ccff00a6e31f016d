// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/normalized.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/normalized") {
  attn_tests::run_behaviours<attn_tests::normalized_tests::behaviours>();
}
