// SPDX-License-Identifier: BSL-1.0
#include "static_tests/recurrent/unroll.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("recurrent/unroll") {
  attn_tests::run_behaviours<attn_tests::unroll_tests::behaviours>();
}
