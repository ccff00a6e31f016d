// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/decoder.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/decoder") { attn_tests::run_behaviours<attn_tests::decoder_tests::behaviours>(); }
