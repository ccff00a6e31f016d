// SPDX-License-Identifier: BSL-1.0
#include "static_tests/random/uniform.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("random/uniform") { attn_tests::run_behaviours<attn_tests::uniform_tests::behaviours>(); }
