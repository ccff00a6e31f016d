// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/sequence_to_sequence.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/sequence_to_sequence") {
  attn_tests::run_behaviours<attn_tests::sequence_to_sequence_tests::behaviours>();
}
