// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/sizes.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/sizes") { attn_tests::run_behaviours<attn_tests::sizes_tests::behaviours>(); }
