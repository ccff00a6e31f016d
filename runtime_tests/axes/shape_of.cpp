// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/shape_of.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("axes/shape_of") { attn_tests::run_behaviours<attn_tests::shape_of_tests::behaviours>(); }
