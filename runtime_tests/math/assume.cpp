// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/assume.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("math/assume") { attn_tests::run_behaviours<attn_tests::assume_tests::behaviours>(); }
