// SPDX-License-Identifier: BSL-1.0
#include "static_tests/models/packed.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("models/packed") {
  attn_tests::run_behaviours<attn_tests::packed_model_tests::behaviours>();
}
