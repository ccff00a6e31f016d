// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/window.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/window") {
  attn_tests::run_behaviours<attn_tests::window_tests::behaviours>();
}
