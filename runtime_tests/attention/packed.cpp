// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/packed.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/packed") {
  attn_tests::run_behaviours<attn_tests::packed_heads_tests::behaviours>();
}
