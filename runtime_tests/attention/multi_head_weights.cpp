// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/multi_head_weights.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/multi_head_weights") {
  attn_tests::run_behaviours<attn_tests::multi_head_weights_tests::behaviours>();
}
