// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/permute.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/permute") { attn_tests::run_behaviours<attn_tests::permute_tests::behaviours>(); }
