// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/says.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/says") { attn_tests::run_behaviours<attn_tests::says_tests::behaviours>(); }
