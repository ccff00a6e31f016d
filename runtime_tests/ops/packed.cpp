// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/packed.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/packed") { attn_tests::run_behaviours<attn_tests::packed_tests::behaviours>(); }
