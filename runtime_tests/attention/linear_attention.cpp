// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/linear_attention.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/linear_attention") {
  attn_tests::run_behaviours<attn_tests::linear_attention_tests::behaviours>();
}
