// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/rnn.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("recurrent/rnn") { attn_tests::run_behaviours<attn_tests::rnn_tests::behaviours>(); }
