// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/add_bias.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/add_bias") { attn_tests::run_behaviours<attn_tests::add_bias_tests::behaviours>(); }
