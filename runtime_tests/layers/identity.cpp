// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/identity.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/identity") {
  attn_tests::run_behaviours<attn_tests::identity_tests::behaviours>();
}
