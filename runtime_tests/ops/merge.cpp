// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/merge.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/merge") { attn_tests::run_behaviours<attn_tests::merge_tests::behaviours>(); }
