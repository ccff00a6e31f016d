// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/self_attention.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/self_attention") {
  attn_tests::run_behaviours<attn_tests::self_attention_tests::behaviours>();
}
