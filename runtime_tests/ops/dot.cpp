// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/dot.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/dot") { attn_tests::run_behaviours<attn_tests::dot_tests::behaviours>(); }
