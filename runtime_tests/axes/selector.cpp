// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/selector.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("axes/selector") { attn_tests::run_behaviours<attn_tests::selector_tests::behaviours>(); }
