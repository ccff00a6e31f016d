// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/expand.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/expand") { attn_tests::run_behaviours<attn_tests::expand_tests::behaviours>(); }
