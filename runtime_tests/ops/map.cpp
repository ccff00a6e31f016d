// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/map.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/map") { attn_tests::run_behaviours<attn_tests::map_tests::behaviours>(); }
