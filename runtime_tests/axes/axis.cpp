// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/axis.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("axes/axis") { attn_tests::run_behaviours<attn_tests::axis_tests::behaviours>(); }
