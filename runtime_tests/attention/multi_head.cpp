// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/multi_head.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/multi_head") {
  attn_tests::run_behaviours<attn_tests::multi_head_tests::behaviours>();
}
