// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/array.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("tensor/array") { attn_tests::run_behaviours<attn_tests::array_tests::behaviours>(); }
