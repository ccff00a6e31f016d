// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/batched.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/batched") { attn_tests::run_behaviours<attn_tests::batched_tests::behaviours>(); }
