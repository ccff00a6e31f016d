// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/select.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("math/select") { attn_tests::run_behaviours<attn_tests::select_tests::behaviours>(); }
