// SPDX-License-Identifier: BSL-1.0
#include "static_tests/axes/label.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("axes/label") { attn_tests::run_behaviours<attn_tests::label_tests::behaviours>(); }
