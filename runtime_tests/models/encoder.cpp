// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/encoder.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/encoder") { attn_tests::run_behaviours<attn_tests::encoder_tests::behaviours>(); }
