// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/zip_with.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/zip_with") { attn_tests::run_behaviours<attn_tests::zip_with_tests::behaviours>(); }
