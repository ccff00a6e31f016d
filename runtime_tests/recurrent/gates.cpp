// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/gates.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("recurrent/gates") { attn_tests::run_behaviours<attn_tests::gates_tests::behaviours>(); }
