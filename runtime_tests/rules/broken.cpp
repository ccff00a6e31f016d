// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/broken.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/broken") { attn_tests::run_behaviours<attn_tests::broken_tests::behaviours>(); }
