// SPDX-License-Identifier: BSL-1.0
#include "static_tests/text/vocabulary.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("text/vocabulary") {
  attn_tests::run_behaviours<attn_tests::vocabulary_tests::behaviours>();
}
