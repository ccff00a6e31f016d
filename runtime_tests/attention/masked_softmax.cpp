// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/masked_softmax.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/masked_softmax") {
  attn_tests::run_behaviours<attn_tests::masked_softmax_tests::behaviours>();
}
