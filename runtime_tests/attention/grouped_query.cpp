// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/grouped_query.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/grouped_query") {
  attn_tests::run_behaviours<attn_tests::grouped_query_tests::behaviours>();
}
