// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/concat.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/concat") { attn_tests::run_behaviours<attn_tests::concat_tests::behaviours>(); }
