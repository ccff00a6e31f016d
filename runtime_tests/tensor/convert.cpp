// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/convert.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("tensor/convert") { attn_tests::run_behaviours<attn_tests::convert_tests::behaviours>(); }
