// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/options.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/options") { attn_tests::run_behaviours<attn_tests::options_tests::behaviours>(); }
