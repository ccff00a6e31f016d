// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/slices.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/slices") {
  attn_tests::run_behaviours<attn_tests::slices_tests::behaviours>();
}
