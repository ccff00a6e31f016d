// SPDX-License-Identifier: BSL-1.0
#include "static_tests/ops/argmax.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("ops/argmax") { attn_tests::run_behaviours<attn_tests::argmax_tests::behaviours>(); }
