// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/rotary.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/rotary") { attn_tests::run_behaviours<attn_tests::rotary_tests::behaviours>(); }
