// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/columns.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/columns") {
  attn_tests::run_behaviours<attn_tests::columns_tests::behaviours>();
}
