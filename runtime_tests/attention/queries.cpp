// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/queries.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/queries") {
  attn_tests::run_behaviours<attn_tests::attention_queries_tests::behaviours>();
}
