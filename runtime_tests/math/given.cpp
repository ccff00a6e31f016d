// SPDX-License-Identifier: BSL-1.0
#include "static_tests/math/given.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("math/given") { attn_tests::run_behaviours<attn_tests::given_tests::behaviours>(); }
