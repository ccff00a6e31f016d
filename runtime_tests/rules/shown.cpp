// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/shown.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/shown") { attn_tests::run_behaviours<attn_tests::shown_tests::behaviours>(); }
