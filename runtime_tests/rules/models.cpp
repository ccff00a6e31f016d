// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/models.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/models") { attn_tests::run_behaviours<attn_tests::models_tests::behaviours>(); }
