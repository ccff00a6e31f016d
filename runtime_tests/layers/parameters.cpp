// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/parameters.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/parameters") { attn_tests::run_behaviours<attn_tests::parameters_tests::behaviours>(); }
