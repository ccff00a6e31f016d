// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/widths.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/widths") {
  attn_tests::run_behaviours<attn_tests::widths_tests::behaviours>();
}
