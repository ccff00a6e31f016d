// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/recurrent_decoder.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/recurrent_decoder") {
  attn_tests::run_behaviours<attn_tests::recurrent_decoder_tests::behaviours>();
}
