// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/gru.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("recurrent/gru") { attn_tests::run_behaviours<attn_tests::gru_tests::behaviours>(); }
