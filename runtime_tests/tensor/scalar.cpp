// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/scalar.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("tensor/scalar") { attn_tests::run_behaviours<attn_tests::scalar_tests::behaviours>(); }
