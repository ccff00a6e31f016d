// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/influence.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/influence") {
  attn_tests::run_behaviours<attn_tests::model_influence_tests::behaviours>();
}
