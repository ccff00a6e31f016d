// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/roles.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/roles") { attn_tests::run_behaviours<attn_tests::roles_tests::behaviours>(); }
