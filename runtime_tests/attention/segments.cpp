// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/segments.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/segments") {
  attn_tests::run_behaviours<attn_tests::segments_tests::behaviours>();
}
