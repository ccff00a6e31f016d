// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/alibi.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/alibi") { attn_tests::run_behaviours<attn_tests::alibi_tests::behaviours>(); }
