// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/mask.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/mask") { attn_tests::run_behaviours<attn_tests::mask_tests::behaviours>(); }
