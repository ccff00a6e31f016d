// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/tokenizer.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("text/tokenizer") {
  attn_tests::run_behaviours<attn_tests::tokenizer_tests::behaviours>();
}
