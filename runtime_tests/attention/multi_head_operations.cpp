// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/multi_head_operations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/multi_head_operations") {
  attn_tests::run_behaviours<attn_tests::multi_head_operations_tests::behaviours>();
}
