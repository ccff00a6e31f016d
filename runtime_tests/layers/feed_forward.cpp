// SPDX-License-Identifier: BSL-1.0
#include "static_tests/layers/feed_forward.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("layers/feed_forward") {
  attn_tests::run_behaviours<attn_tests::feed_forward_tests::behaviours>();
}
