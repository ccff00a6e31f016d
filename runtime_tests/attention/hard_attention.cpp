// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/hard_attention.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/hard_attention") {
  attn_tests::run_behaviours<attn_tests::hard_attention_tests::behaviours>();
}
