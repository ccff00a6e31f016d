// SPDX-License-Identifier: BSL-1.0
#include "static_tests/rules/relations.hpp"

#include "runtime_tests/support/run_behaviours.hpp"

TEST_CASE("rules/relations") {
  attn_tests::run_behaviours<attn_tests::relations_tests::behaviours>();
}
