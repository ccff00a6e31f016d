// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/repeat.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/repeat") { attn_tests::run_behaviours<attn_tests::repeat_tests::behaviours>(); }
