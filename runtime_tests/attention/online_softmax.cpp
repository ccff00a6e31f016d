// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/online_softmax.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/online_softmax") {
  attn_tests::run_behaviours<attn_tests::online_softmax_tests::behaviours>();
}
