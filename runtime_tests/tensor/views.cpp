// SPDX-License-Identifier: BSL-1.0
#include "static_tests/tensor/views.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("tensor/views") { attn_tests::run_behaviours<attn_tests::views_tests::behaviours>(); }
