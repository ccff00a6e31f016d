// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/attend.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/attend") { attn_tests::run_behaviours<attn_tests::attend_tests::behaviours>(); }
