// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/slice.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/slice") { attn_tests::run_behaviours<attn_tests::slice_tests::behaviours>(); }
