// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/project_heads.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/project_heads") {
  attn_tests::run_behaviours<attn_tests::project_heads_tests::behaviours>();
}
