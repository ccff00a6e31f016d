// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/masks.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/masks") { attn_tests::run_behaviours<attn_tests::masks_tests::behaviours>(); }
