// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/bounds.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("scalars/bounds") { attn_tests::run_behaviours<attn_tests::bounds_tests::behaviours>(); }
