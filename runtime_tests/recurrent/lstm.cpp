// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/lstm.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("recurrent/lstm") { attn_tests::run_behaviours<attn_tests::lstm_tests::behaviours>(); }
