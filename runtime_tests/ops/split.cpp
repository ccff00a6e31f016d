// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/split.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/split") { attn_tests::run_behaviours<attn_tests::split_tests::behaviours>(); }
