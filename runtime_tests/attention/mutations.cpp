// SPDX-License-Identifier: BSL-1.0
#include "static_tests/attention/mutations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("attention/mutations") {
  attn_tests::run_behaviours<attn_tests::mutation_tests::behaviours>();
}
