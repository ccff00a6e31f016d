// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/queries.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/queries") { attn_tests::run_behaviours<attn_tests::queries_tests::behaviours>(); }
