// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/shape.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("axes/shape") { attn_tests::run_behaviours<attn_tests::shape_tests::behaviours>(); }
