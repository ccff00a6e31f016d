// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/state.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("recurrent/state") { attn_tests::run_behaviours<attn_tests::state_tests::behaviours>(); }
