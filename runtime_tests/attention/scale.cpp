// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/scale.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/scale") { attn_tests::run_behaviours<attn_tests::scale_tests::behaviours>(); }
