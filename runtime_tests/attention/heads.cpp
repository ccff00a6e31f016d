// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/heads.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/heads") { attn_tests::run_behaviours<attn_tests::heads_tests::behaviours>(); }
