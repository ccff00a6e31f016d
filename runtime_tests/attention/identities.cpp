// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/identities.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/identities") {
  attn_tests::run_behaviours<attn_tests::identities_tests::behaviours>();
}
