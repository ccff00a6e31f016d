// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/linear.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/linear") { attn_tests::run_behaviours<attn_tests::linear_tests::behaviours>(); }
