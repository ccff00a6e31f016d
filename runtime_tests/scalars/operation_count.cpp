// SPDX-License-Identifier: BSL-1.0
#include "static_tests/scalars/operation_count.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("scalars/operation_count") {
  attn_tests::run_behaviours<attn_tests::operation_count_tests::behaviours>();
}
